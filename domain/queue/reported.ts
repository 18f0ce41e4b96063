import { sql } from 'kysely'
import { recordAudit } from '#domain/audit.ts'
import {
  nextDecisionNumber,
  subjectOf,
  undoDecision,
  type ReportTargetKind,
  type Decision,
  type ReportTarget,
} from '#domain/decisions.ts'
import type { Case, DecideFacts, Outcome, QueueKind } from './kind.ts'
import {
  alreadyDecidedOutcome,
  goneOutcome,
  newestDecisionOn,
  reopenedOutcome,
} from './outcomes.ts'

export const reportsWithdrawn: Outcome = {
  ...goneOutcome,
  message: 'Nobody reports this any more.',
}

type Actions = {
  /** Locks the reported thing, so that the second of two admins waits. Returns false if it is gone. */
  lock(one: ReportTarget, by: DecideFacts): Promise<boolean>
  remove(one: ReportTarget, by: DecideFacts): Promise<Outcome>
  dismiss(one: ReportTarget, by: DecideFacts): Promise<Outcome>
  /** Shows the removed thing again. */
  restore(one: ReportTarget, by: DecideFacts): Promise<Outcome>
  /** The audit's name for opening dismissed reports again. */
  reopenAction: string
}

/** Makes and undoes decisions on things that members reported. */
export function reportedCaseActions(actions: Actions): Pick<QueueKind, 'decide' | 'restore'> {
  const thingOf = ({ about, id }: Case): ReportTarget => ({ about: about as ReportTargetKind, id })

  async function decidedSince({ tx }: DecideFacts, one: Case): Promise<Outcome> {
    const standing = await newestDecisionOn(tx, subjectOf(thingOf(one)))
    return standing && standing.round >= one.round ? alreadyDecidedOutcome(standing) : goneOutcome
  }

  async function decide(one: Case, decision: Decision, by: DecideFacts): Promise<Outcome> {
    const thing = thingOf(one)
    const isThere = await actions.lock(thing, by)
    const next = await sql<{ round: number }>`
      select ${nextDecisionNumber(subjectOf(thing))} as round`.execute(by.tx)
    if (next.rows[0]!.round !== one.round) return decidedSince(by, one)
    return isThere ? actions[decision](thing, by) : goneOutcome
  }

  async function restore(one: Case, by: DecideFacts): Promise<Outcome> {
    const { tx, actor, at } = by
    const thing = thingOf(one)
    const subject = subjectOf(thing)
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
