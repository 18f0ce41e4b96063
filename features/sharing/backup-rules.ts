import type { BackupRules } from '#platform/server/backup-rules.ts'

export const backupRules: BackupRules = {
  leftOut: { sitemap_files: 'written again by the first start after a restore, and each hour' },
}
