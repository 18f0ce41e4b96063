import type { BackupRules } from '#platform/server/backup-rules.ts'

export const backupRules: BackupRules = {
  leftOut: {
    push_state: 'the private key of pushes: a stolen backup must tell members nothing',
    push_subscriptions: 'they hold for that key and go with sessions, which are in no backup',
  },
}
