import { audited } from './audit.ts'
import type { Database } from '#platform/server/services.ts'

type Member = { id: number; through?: number | null }

/** Writes down that a member agreed to mails about their area, or no longer does (rules: consent). */
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
