import { audited } from './audit.ts'
import type { Database } from '#platform/server/services.ts'

type Member = { id: number; through?: number | null }

/** Records that a member agreed to emails about their area, or withdrew that (rules: consent). */
export const consented = (
  tx: Database,
  { id, through = null }: Member,
  agreed: boolean,
  at: Date,
) =>
  audited(tx, { id, through }, agreed ? 'consent.give' : 'consent.withdraw', `member ${id}`, {
    before: { emailConsent: !agreed },
    after: { emailConsent: agreed },
    at,
  })
