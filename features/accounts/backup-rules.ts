import type { BackupRules } from '#platform/server/backup-rules.ts'

export const backupRules: BackupRules = {
  leftOut: {
    sessions: 'a stolen backup must open nobody’s account: everyone logs in again',
    mail_tokens: 'links of mails sent before: they are asked for again',
    apple_logins: 'log-ins under way, of minutes',
    apple_stand_in: 'keys of the demo’s stand-in, made again by the next start',
    idempotency_keys: 'answers of the last day, kept for who asks the same again',
    rate_limits: 'addresses of the last hours',
  },
}
