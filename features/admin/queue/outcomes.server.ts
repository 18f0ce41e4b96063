import type { Transaction } from 'kysely'
import type { Decision } from '#domain/decisions.ts'
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

/** Of two who decide at once the second reads who was first. */
export function decidedBy({ decision, by }: { decision: Decision; by: string | null }): Outcome {
  const state = stateOf[decision]
  return { done: false, state, message: `${by ?? 'Another admin'} has ${state} this already.` }
}
