import type { Output } from '#platform/contract/wire.ts'
import type { QueueDecision } from './limits.ts'

export type Case = Output<'GET /admin/queue'>['items'][number]
export type CaseState = 'open' | 'decided'

const restoreTexts = { button: 'Restore', done: 'back in the queue' }

/** The labels of the buttons of a sort of case. */
type Buttons = { texts: Record<Exclude<QueueDecision, 'restore'>, { button: string }> }

/** Returns the texts of the button of a case. */
export const decisionButtonTexts = (
  { texts }: Pick<Case, 'texts'>,
  decision: QueueDecision,
): { button: string; done: string } => (decision === 'restore' ? restoreTexts : texts[decision])

/**
 * Returns whether one button can decide these cases: only if each has it itself. The decision that removes a dish holds
 * the members of a cluster, merges two dishes, and keeps down what was answered.
 */
export const areDecidableTogether = (cases: readonly Buttons[], decision: QueueDecision): boolean =>
  decision === 'restore' || new Set(cases.map(({ texts }) => texts[decision].button)).size <= 1

/** Returns why no button can decide these cases together, with the buttons that they have. */
export function apartText(cases: readonly Buttons[]): string {
  const buttons = cases.map(({ texts }) => `${texts.remove.button} or ${texts.dismiss.button}`)
  return `These rows have different buttons: ${[...new Set(buttons)].join('; ')}. Choose only rows that have the same.`
}

export const usualReason = ({ texts }: Case, decision: QueueDecision): string =>
  decision === 'restore' ? '' : texts[decision].usualReason
