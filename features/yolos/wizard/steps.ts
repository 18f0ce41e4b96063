import { categoryById } from '#domain/vocabulary/categories.ts'
import type { Draft } from './draft.ts'

type Facts = { draft: Draft; hasCity: boolean }
type State = {
  /** Whether it has what the steps after it need. */
  isAnswered: (facts: Facts) => boolean
  /** Whether this draft passes it over. */
  isLeftOut?: (draft: Draft) => boolean
}

const isAlways = () => true
const asksForTags = ({ categoryId }: Draft) =>
  Boolean(categoryId && categoryById(categoryId)?.tagsInWizard)

/**
 * The steps in their order, by their names in addresses (`?step=name`). Those of `name`, `item` and `yolo` ask for a
 * restaurant, a dish and a review. `login` is only shown to a visitor who saves.
 */
const states = {
  // Once a restaurant is chosen, no city is needed to search in.
  city: {
    isAnswered: ({ draft, hasCity }) => hasCity || Boolean(draft.around ?? draft.restaurant),
  },
  name: { isAnswered: ({ draft }) => draft.restaurant !== null },
  category: { isAnswered: ({ draft }) => draft.categoryId !== null },
  item: { isAnswered: ({ draft }) => draft.itemName.trim() !== '' },
  tags: { isAnswered: isAlways, isLeftOut: (draft) => !asksForTags(draft) },
  yolo: { isAnswered: ({ draft }) => draft.saved !== null },
  upload: { isAnswered: isAlways },
  done: { isAnswered: isAlways },
} satisfies Record<string, State> as Record<OrderedStep, State>

type OrderedStep = 'city' | 'name' | 'category' | 'item' | 'tags' | 'yolo' | 'upload' | 'done'
export type Step = OrderedStep | 'login'

const order = Object.keys(states) as OrderedStep[]
/** The steps with a number, up to saving. */
const numbered = order.slice(0, order.indexOf('upload'))

export const stepFromQuery = (params: URLSearchParams): Step => {
  const name = params.get('step')
  return name === 'login' ? name : (order.find((step) => step === name) ?? 'city')
}

/** Query parameter in the address of the first step that is shown if the wizard continues a draft. */
export const continuedDraftParam = 'goes=on'

/** Query parameter in the address of the review step if its author has just logged in. */
export const loggedInParam = 'logged=in'

export const wizardStepPath = (step: Step, param = '') =>
  `/add-yolo?step=${step}${param && `&${param}`}`

const shown = (steps: OrderedStep[], draft: Draft) =>
  steps.filter((step) => !states[step].isLeftOut?.(draft))

/** Returns a step's number and, once the category has decided it, the total. Null for a step without a number. */
export function progressOf(step: Step, draft: Draft) {
  const way = shown(numbered, draft)
  const at = way.indexOf(step as OrderedStep) + 1
  if (at === 0) return null
  return {
    at,
    of: draft.categoryId !== null && at > way.indexOf('category') + 1 ? way.length : null,
  }
}

export const numberedSteps = numbered.length

/** Returns the step that NEXT (1) or BACK (-1) leads to, or null at an end of the wizard. */
export function neighborOf(step: Step, draft: Draft, by: 1 | -1): Step | null {
  if (step === 'login') return 'yolo'
  const way = shown(order, draft)
  return way[way.indexOf(step) + by] ?? null
}

/**
 * Returns the step itself, or the one to show instead: the last one once the favorite is saved, or one that isn't
 * answered yet.
 */
export function reachableStep(step: Step, facts: Facts): Step {
  if (facts.draft.saved) return step === 'upload' ? step : 'done'
  const at = step === 'login' ? 'yolo' : step
  const missing = order.slice(0, order.indexOf(at)).find((earlier) => {
    // The restaurant is looked for around a place.
    if (step === 'name' && !facts.hasCity && !facts.draft.around) return true
    return !states[earlier].isAnswered(facts)
  })
  if (missing) return missing
  return at === step && states[at].isLeftOut?.(facts.draft) ? 'yolo' : step
}

/** Returns the first step that still asks something, for a draft that is begun with what is known. */
export function firstOpenStep(facts: Facts): Step {
  const open = order.find((step) => !states[step].isAnswered(facts)) ?? 'done'
  return open === 'yolo' ? reachableStep('tags', facts) : open
}
