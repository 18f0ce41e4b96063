import type { BackupRules } from '#platform/server/backup-rules.ts'

export const backupRules: BackupRules = {
  leftOut: {
    contest_seeds:
      'seeds not drawn from: a stolen backup tells no winner; a new one is made, and its hash published',
  },
}
