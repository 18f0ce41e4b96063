import type { Transaction } from 'kysely'
import type { Decision } from '#domain/decisions.ts'
import type { Viewer } from '#platform/server/http/handler.ts'
import type { DB } from '#platform/server/schema.ts'

export type Tx = Transaction<DB>
export type Outcome = {
  done: boolean
  state: 'open' | 'removed' | 'dismissed' | 'gone'
  message: string | null
}

export const stateOf = { remove: 'removed', dismiss: 'dismissed' } as const
export const done = (decision: Decision): Outcome => ({
  done: true,
  state: stateOf[decision],
  message: null,
})
export const reopen: Outcome = { done: true, state: 'open', message: null }
export const gone: Outcome = { done: false, state: 'gone', message: 'This isn’t here any more.' }
/** The decision on a subject that stands; those before it can't be undone any more. */
export const newestOfSubject = async (database: Pick<Tx, 'selectFrom'>, subject: string) => {
  const row = await database
    .selectFrom('report_decisions as d')
    .leftJoin('users as u', 'u.id', 'd.actor_id')
    .select(['d.round', 'd.decision', 'u.user_name as by'])
    .where('d.subject', '=', subject)
    .where('d.restored_at', 'is', null)
    .orderBy('d.round', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { ...row, decision: row.decision as Decision }
}

/** What the queue names: its subject, and how often that has been open before. */
type Round = { subject: string; round: number }

/** The decision of this round where it stands and may be undone, else what to say instead. */
export async function standingOf(
  tx: Tx,
  { subject, round }: Round,
): Promise<{ decision: Decision; outcome?: never } | { outcome: Outcome }> {
  const standing = await newestOfSubject(tx, subject)
  if (!standing || standing.round < round)
    return { outcome: { done: false, state: 'open', message: null } }
  return standing.round > round ? { outcome: decidedBy(standing) } : standing
}

/** False where another undid it at the same moment. */
export async function undo(
  tx: Tx,
  viewer: Viewer,
  { subject, round }: Round,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('report_decisions')
    .set({ restored_at: at, restored_by: viewer.id })
    .where('subject', '=', subject)
    .where('round', '=', round)
    .where('restored_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const writeDecision = (
  tx: Tx,
  viewer: Viewer,
  { kind, subject, round }: Round & { kind: string },
  { decision, reason, at }: { decision: Decision; reason: string; at: Date },
) =>
  tx
    .insertInto('report_decisions')
    .values({ kind, subject, round, decision, reason, actor_id: viewer.id, decided_at: at })
    .execute()

/** Of two who decide at once the second reads who was first. */
export function decidedBy({ decision, by }: { decision: Decision; by: string | null }): Outcome {
  const state = stateOf[decision]
  return { done: false, state, message: `${by ?? 'Another admin'} has ${state} this already.` }
}
