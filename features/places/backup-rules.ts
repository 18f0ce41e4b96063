import type { BackupRules } from '#platform/server/backup-rules.ts'

export const backupRules: BackupRules = {
  leftOut: {
    provider_outages: 'whether the place provider answers shows itself by asking it',
    provider_questions: 'what was asked on a day counts for that day alone',
  },
}
