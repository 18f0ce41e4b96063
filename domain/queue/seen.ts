import { createHash } from 'node:crypto'
import { changedMeanwhile } from '#platform/contract/failure.ts'
import type { Decision } from '#domain/decisions.ts'
import type {
  CaseDescription,
  DecisionContext,
  DecisionOutcome,
  QueueCase,
  QueueKind,
} from './kind.ts'

/**
 * Returns a short hash of what somebody is shown, which they send back when they decide on it. If it is another one by
 * then, they haven't seen what they would decide on.
 */
export const versionOf = (shown: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22)

type RestsOn = Pick<CaseDescription, 'restsOn' | 'removalRestsOn' | 'version'>

/** Returns the version of a case, of two parts if a removal is about less than other decisions. */
export const caseVersion = ({ restsOn, removalRestsOn, version }: RestsOn): string =>
  version ?? [restsOn, ...(removalRestsOn ? [removalRestsOn] : [])].map(versionOf).join('.')

export const changedOutcome: DecisionOutcome = {
  done: false,
  state: 'open',
  message: changedMeanwhile.message,
}

/**
 * Returns the outcome to report if a case isn't what the admin saw any more, because another text or photo is there or
 * others have reported it. Otherwise a decision would be about what no admin has seen. What the case is about must be
 * locked.
 */
export async function changedSinceSeen(
  describe: QueueKind['describe'],
  one: QueueCase,
  decision: Decision,
  { tx, seen }: DecisionContext,
): Promise<DecisionOutcome | null> {
  if (seen === null) return null
  const [now] = await describe(tx, [one])
  if (!now) return null
  const aboutIt = (version: string) =>
    decision === 'remove' && now.removalRestsOn ? version.split('.')[1] : version
  return aboutIt(caseVersion(now)) === aboutIt(seen) ? null : changedOutcome
}
