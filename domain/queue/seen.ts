import { versionOf } from '#domain/version-of.ts'
import { changedMeanwhile } from '#platform/contract/failure.ts'
import type { DecisionContext, DecisionOutcome, QueueCase, QueueKind } from './kind.ts'

/**
 * Returns the outcome to report if a case isn't what the admin saw any more, because another text or photo is there or
 * others have reported it. Otherwise a decision would be about what no admin has seen. What the case is about must be
 * locked.
 */
export async function changedSinceSeen(
  describe: QueueKind['describe'],
  one: QueueCase,
  { tx, seen }: DecisionContext,
): Promise<DecisionOutcome | null> {
  if (seen === null) return null
  const [now] = await describe(tx, [one])
  return !now || versionOf(now.restsOn) === seen
    ? null
    : { done: false, state: 'open', message: changedMeanwhile.message }
}
