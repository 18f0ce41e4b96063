import type { Output } from '#platform/contract/wire.ts'
import type { QueueDecision } from './limits.ts'

export type Case = Output<'GET /admin/queue'>['items'][number]
export type CaseState = 'open' | 'decided'

const mixed = {
  remove: { button: 'Remove', done: 'removed' },
  dismiss: { button: 'Dismiss', done: 'dismissed' },
  restore: { button: 'Restore', done: 'back in the queue' },
}

/**
 * Returns the texts of a button that decides these cases: their own if all cases have the same, otherwise the general
 * ones.
 */
export function decisionButtonTexts(
  cases: readonly Pick<Case, 'texts'>[],
  decision: QueueDecision,
): { button: string; done: string } {
  if (decision === 'restore') return mixed.restore
  const [first, ...others] = cases.map(({ texts }) => texts[decision])
  const areAlike = others.every(({ button }) => button === first?.button)
  return first && areAlike ? first : mixed[decision]
}

export const usualReason = ({ texts }: Case, decision: QueueDecision): string =>
  decision === 'restore' ? '' : texts[decision].usualReason
