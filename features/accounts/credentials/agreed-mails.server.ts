import { changeWeeklyMail, recordConsent } from '#domain/email-consent.ts'
import type { Database } from '#platform/server/services.ts'
import type { AgreedMail } from '../contract.ts'

/** Returns the mails that a member has agreed to. */
export async function agreedMails(database: Database, userId: number): Promise<AgreedMail[]> {
  const agreed = await database
    .selectFrom('users')
    .leftJoin('weekly_mail_consents', 'weekly_mail_consents.user_id', 'users.id')
    .select(['email_consent_at', 'agreed_at'])
    .where('users.id', '=', userId)
    .executeTakeFirst()
  return [
    ...(agreed?.agreed_at ? (['weeklyMail'] as const) : []),
    ...(agreed?.email_consent_at ? (['emailConsent'] as const) : []),
  ]
}

/**
 * Ends what an account agreed to, but for what its address's reader agrees to as well: somebody else might have joined
 * with the address (rules: consent).
 */
export async function endAgreedMails(
  tx: Database,
  userId: number,
  { but = [], at }: { but?: AgreedMail[]; at: Date },
): Promise<void> {
  if (!but.includes('weeklyMail')) await changeWeeklyMail(tx, { id: userId }, false, at)
  if (but.includes('emailConsent')) return
  const ended = await tx
    .updateTable('users')
    .set({ email_consent_at: null })
    .where('id', '=', userId)
    .where('email_consent_at', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  if (ended) await recordConsent(tx, ended, false, at)
}
