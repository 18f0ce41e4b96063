import { recordAudit } from './audit.ts'
import type { Database } from '#platform/server/services.ts'

type Member = { id: number; actingUserId?: number | null }

/** Records that a member agreed to emails about their area, or withdrew that (rules: consent). */
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
