import { recordAudit } from './audit.ts'
import type { Database } from '#platform/server/services.ts'

/** Starts or ends a member's weekly mail, and records the change in the audit. Returns false if nothing changed. */
export async function changeWeeklyMail(
  tx: Database,
  { id, actingUserId = null }: Member,
  consents: boolean,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ weekly_mail: consents })
    .where('id', '=', id)
    .where('weekly_mail', '<>', consents)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  const action = consents ? 'weekly-mail.start' : 'weekly-mail.stop'
  await recordAudit(tx, { id, actingUserId }, action, `member ${id}`, {
    before: { weeklyMail: !consents },
    after: { weeklyMail: consents },
    at,
  })
  return true
}

type Member = { id: number; actingUserId?: number | null }

/**
 * Records in the audit that a member agreed to emails about their area, or withdrew that agreement (rules: consent).
 */
export const recordConsent = (
  tx: Database,
  { id, actingUserId = null }: Member,
  agreed: boolean,
  at: Date,
) =>
  recordAudit(
    tx,
    { id, actingUserId },
    agreed ? 'consent.give' : 'consent.withdraw',
    `member ${id}`,
    {
      before: { emailConsent: !agreed },
      after: { emailConsent: agreed },
      at,
    },
  )
