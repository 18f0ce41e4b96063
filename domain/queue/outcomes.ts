import type { Decision } from '#domain/decisions.ts'
import type { Actor, DecisionOutcome, Tx } from './kind.ts'

export const stateOfDecision = { remove: 'removed', dismiss: 'dismissed' } as const
export const decidedOutcome = (decision: Decision): DecisionOutcome => ({
  done: true,
  state: stateOfDecision[decision],
  message: null,
})
export const reopenedOutcome: DecisionOutcome = { done: true, state: 'open', message: null }
export const goneOutcome: DecisionOutcome = {
  done: false,
  state: 'gone',
  message: 'This isn’t here any more.',
}
/** Returns the newest decision on a subject that wasn't undone. It is the only one that can be undone. */
export const newestDecisionOn = async (database: Pick<Tx, 'selectFrom'>, subject: string) => {
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

/** A decision on a subject; the subject's decisions are numbered from 1. */
type Round = { subject: string; round: number }

/** Returns the decision of this round if it can be undone, otherwise the outcome to report. */
export async function undoableDecision(
  tx: Tx,
  { subject, round }: Round,
): Promise<{ decision: Decision; outcome?: never } | { outcome: DecisionOutcome }> {
  const standing = await newestDecisionOn(tx, subject)
  if (!standing || standing.round < round)
    return { outcome: { done: false, state: 'open', message: null } }
  return standing.round > round ? { outcome: alreadyDecidedOutcome(standing) } : standing
}

export const markDecisionUndone = (tx: Tx, actor: Actor, { subject, round }: Round, at: Date) =>
  tx
    .updateTable('report_decisions')
    .set({ restored_at: at, restored_by: actor.id })
    .where('subject', '=', subject)
    .where('round', '=', round)
    .where('restored_at', 'is', null)
    .execute()

export const writeDecision = (
  tx: Tx,
  actor: Actor,
  { kind, subject, round, memberId = null }: Round & { kind: string; memberId?: number | null },
  { decision, reason, at }: { decision: Decision; reason: string; at: Date },
) =>
  tx
    .insertInto('report_decisions')
    .values({
      kind,
      subject,
      round,
      member_id: memberId,
      decision,
      reason,
      actor_id: actor.id,
      decided_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Returns the outcome that tells the second of two admins what the first one decided. */
export function alreadyDecidedOutcome({
  decision,
  by,
}: {
  decision: Decision
  by: string | null
}): DecisionOutcome {
  const state = stateOfDecision[decision]
  return { done: false, state, message: `${by ?? 'Another admin'} has ${state} this already.` }
}
