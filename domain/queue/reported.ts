import { sql } from 'kysely'
import { recordAudit } from '#domain/audit.ts'
import {
  nextDecisionNumber,
  auditSubjectOf,
  undoDecision,
  type ReportTargetKind,
  type Decision,
  type ReportTarget,
} from '#domain/decisions.ts'
import type { QueueCase, DecisionContext, DecisionOutcome, QueueKind } from './kind.ts'
import { changedSinceSeen } from './seen.ts'
import {
  alreadyDecidedOutcome,
  goneOutcome,
  newestDecisionOn,
  reopenedOutcome,
} from './outcomes.ts'

export const reportsWithdrawn: DecisionOutcome = {
  ...goneOutcome,
  message: 'Nobody reports this any more.',
}

type Actions = {
  describe: QueueKind['describe']
  /** Locks the reported thing, so that the second of two admins waits. Returns false if it is gone. */
  lock(one: ReportTarget, by: DecisionContext): Promise<boolean>
  remove(one: ReportTarget, by: DecisionContext): Promise<DecisionOutcome>
  dismiss(one: ReportTarget, by: DecisionContext): Promise<DecisionOutcome>
  /** Shows the removed thing again. */
  restore(one: ReportTarget, by: DecisionContext): Promise<DecisionOutcome>
  /** The audit's name for opening dismissed reports again. */
  reopenAction: string
}

/** Returns functions that make and undo decisions on things that members reported. */
export function reportedCaseActions(actions: Actions): Pick<QueueKind, 'decide' | 'restore'> {
  const thingOf = ({ about, id }: QueueCase): ReportTarget => ({
    about: about as ReportTargetKind,
    id,
  })

  async function decidedSince({ tx }: DecisionContext, one: QueueCase): Promise<DecisionOutcome> {
    const standing = await newestDecisionOn(tx, auditSubjectOf(thingOf(one)))
    return standing && standing.round >= one.round ? alreadyDecidedOutcome(standing) : goneOutcome
  }

  async function decide(
    one: QueueCase,
    decision: Decision,
    by: DecisionContext,
  ): Promise<DecisionOutcome> {
    const thing = thingOf(one)
    const isThere = await actions.lock(thing, by)
    const next = await sql<{ round: number }>`
      select ${nextDecisionNumber(auditSubjectOf(thing))} as round`.execute(by.tx)
    if (next.rows[0]!.round !== one.round) return decidedSince(by, one)
    if (!isThere) return goneOutcome
    const changed = await changedSinceSeen(actions.describe, one, decision, by)
    return changed ?? actions[decision](thing, by)
  }

  async function restore(one: QueueCase, by: DecisionContext): Promise<DecisionOutcome> {
    const { tx, actor, at } = by
    const thing = thingOf(one)
    const subject = auditSubjectOf(thing)
    const standing = await newestDecisionOn(tx, subject)
    if (!standing || standing.round < one.round)
      return { done: false, state: 'open', message: null }
    if (standing.round > one.round) return decidedSince(by, one)
    if (standing.decision === 'remove') return actions.restore(thing, by)
    // Another admin may have undone the decision since it was read.
    if (!(await undoDecision(tx, thing, 'dismiss', { actorId: actor.id, at, reopen: true })))
      return restore(one, by)
    const change = { before: { open: false }, after: { open: true }, at }
    await recordAudit(tx, actor, actions.reopenAction, subject, change)
    return reopenedOutcome
  }
  return { decide, restore }
}
