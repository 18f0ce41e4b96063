import type { BackupRules } from '#platform/server/backup-rules.ts'

export const backupRules: BackupRules = {
  leftOut: {
    sessions: 'a stolen backup must open nobody’s account: everyone logs in again',
    member_writes: 'where the log was, of this database and the last minute',
    mail_tokens: 'links of mails sent before: they are asked for again',
    email_changes: 'links of mails sent before, which hold for a week',
    apple_logins: 'log-ins under way, of minutes',
    apple_stand_in: 'keys of the demo’s stand-in, made again by the next start',
    age_refusals: 'hashes of who was refused, of a day; their key is in no backup either',
    rate_limits: 'addresses of the last hours',
  },
}
