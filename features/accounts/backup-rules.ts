import type { BackupRules } from '#platform/server/backup-rules.ts'

export const backupRules: BackupRules = {
  leftOut: {
    sessions: 'a stolen backup must open nobody’s account: everyone logs in again',
    mail_tokens: 'links of mails sent before: they are asked for again',
    apple_logins: 'log-ins under way, of minutes',
    site_keys: 'private keys of this site, made again when needed',
    rate_limits: 'addresses of the last hours',
  },
}
