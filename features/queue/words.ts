import type { Reason } from '#features/abuse/limits.ts'
import { clusterReasons, clusterWords } from '#features/trust/suspects/words.ts'
import type { Output } from '#platform/contract/wire.ts'
import type { QueueDecision, QueueKind } from './limits.ts'

export type Case = Output<'GET /admin/queue'>['items'][number]
export type CaseState = 'open' | 'decided'

/** Which kinds can be chosen, in this order. */
export const kindWords: [kind: QueueKind | undefined, words: string][] = [
  [undefined, 'All'],
  ['expired', 'Expired dishes'],
  ['closed', 'Closed restaurants'],
  ['abuse', 'Abuse'],
  ['suspects', 'Suspects'],
  ['places', 'Closed at their source'],
]

export const aboutWords: Record<Case['about'], string> = {
  item: 'Dish',
  restaurant: 'Restaurant',
  text: 'Text',
  photo: 'Photo',
  member: 'Member',
  cluster: 'Accounts that look like one person',
  place: 'Restaurant, closed at its source',
}

export const reasonWords: Record<Reason, string> = {
  spam: 'It is spam.',
  offensive: 'It is offensive or hateful.',
  misleading: 'It isn’t a real dish, or it misleads.',
  violent: 'It shows nudity or violence.',
  private: 'It tells private information.',
  stolen: 'The photo is someone else’s.',
  other: 'It breaks our terms.',
}

const words: Record<QueueDecision, { button: string; done: string }> = {
  remove: { button: 'Remove', done: 'removed' },
  dismiss: { button: 'Dismiss', done: 'dismissed' },
  restore: { button: 'Restore', done: 'back in the queue' },
}
/** How a decision on these is called. */
export const wordsFor = (cases: readonly Pick<Case, 'about'>[], decision: QueueDecision) =>
  (cases.length > 0 && cases.every(({ about }) => about === 'cluster') ? clusterWords : words)[
    decision
  ]

/** The usual reason; what most reporters say, where it is told to an author. */
export function usualReason({ about, reporters }: Case, decision: QueueDecision): string {
  if (about === 'cluster') return clusterReasons[decision]
  if (about === 'place') return decision === 'remove' ? 'It is closed.' : 'It is open.'
  if (decision === 'dismiss') return 'The reports don’t hold.'
  if (about === 'item') return 'It is no longer on the menu.'
  if (about === 'restaurant') return 'It is closed.'
  const said = new Map<Reason, number>()
  for (const { reason } of reporters) if (reason) said.set(reason, (said.get(reason) ?? 0) + 1)
  const [[most] = ['other' as const]] = [...said].sort(([, a], [, b]) => b - a)
  return reasonWords[most]
}
