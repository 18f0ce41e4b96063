import type { Decision } from '#domain/decisions.ts'
import type { QueueCase, DecisionContext, DecisionOutcome, QueueKind, Tx } from './kind.ts'
import { changedSinceSeen } from './seen.ts'
import {
  alreadyDecidedOutcome,
  decidedOutcome,
  goneOutcome,
  newestDecisionOn,
  reopenedOutcome,
  undoableDecision,
  markDecisionUndone,
  writeDecision,
} from './outcomes.ts'

type Actions = {
  /** The kind's name in `report_decisions.kind`. */
  kind: string
  subjectOf(one: QueueCase): string
  /** Returns the member with whose account the decision is deleted. */
  memberOf?(one: QueueCase, tx: Tx): Promise<number | undefined>
  describe: QueueKind['describe']
  /**
   * Locks the thing, so that the second of two admins waits and sees what the first did. Returns false if it is gone.
   */
  lock(one: QueueCase, by: DecisionContext): Promise<boolean>
  /** Returns the outcome to report if the case isn't what the admin saw any more; `changedSinceSeen` if left out. */
  changed?(one: QueueCase, by: DecisionContext): Promise<DecisionOutcome | null>
  /** Carries out the decision. Returns null, or the outcome to report if that is no longer possible. */
  carryOut(one: QueueCase, decision: Decision, by: DecisionContext): Promise<DecisionOutcome | null>
  /** Called with the id of the decision in `report_decisions`, once it was carried out. */
  recorded?(one: QueueCase, id: number, by: DecisionContext): Promise<unknown>
  takeBack(one: QueueCase, decision: Decision, by: DecisionContext): Promise<DecisionOutcome | null>
}

/** Returns functions that make and undo decisions on cases that don't come from members' reports. */
export const unreportedCaseActions = (actions: Actions): Pick<QueueKind, 'decide' | 'restore'> => ({
  async decide(one, decision, by) {
    const { tx, actor, at, reason } = by
    if (!(await actions.lock(one, by))) return goneOutcome
    const subject = actions.subjectOf(one)
    const standing = await newestDecisionOn(tx, subject)
    if (standing && standing.round >= one.round) return alreadyDecidedOutcome(standing)
    const refused =
      (await (actions.changed?.(one, by) ??
        changedSinceSeen(actions.describe, one, decision, by))) ??
      (await actions.carryOut(one, decision, by))
    if (refused) return refused
    const memberId = (await actions.memberOf?.(one, tx)) ?? null
    const round = { kind: actions.kind, subject, round: one.round, memberId }
    const { id } = await writeDecision(tx, actor, round, { decision, reason, at })
    await actions.recorded?.(one, id, by)
    return decidedOutcome(decision)
  },

  async restore(one, by) {
    if (!(await actions.lock(one, by))) return goneOutcome
    const round = { subject: actions.subjectOf(one), round: one.round }
    const standing = await undoableDecision(by.tx, round)
    if (standing.outcome) return standing.outcome
    const refused = await actions.takeBack(one, standing.decision, by)
    if (refused) return refused
    await markDecisionUndone(by.tx, by.actor, round, by.at)
    return reopenedOutcome
  },
})
