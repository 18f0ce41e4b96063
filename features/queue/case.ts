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

/**
 * Returns whether one button can decide these cases. It can't where answers are among others: to dismiss a report leaves
 * what is there, and the same button of an answer shows again what was taken down.
 */
export const areDecidableTogether = (
  cases: readonly Pick<Case, 'texts'>[],
  decision: QueueDecision,
): boolean =>
  decision === 'restore' ||
  cases.every(({ texts }) => texts.noun !== 'answer') ||
  new Set(cases.map(({ texts }) => texts[decision].button)).size === 1

export const usualReason = ({ texts }: Case, decision: QueueDecision): string =>
  decision === 'restore' ? '' : texts[decision].usualReason
