import { categoryById } from '#domain/vocabulary/categories.ts'
import type { Draft } from './draft.ts'

/**
 * The steps by their names in addresses (`?step=name`). The screens of `name`, `item` and `yolo` ask for a restaurant,
 * a dish and a review.
 */
export const steps = [
  'city',
  'name',
  'category',
  'item',
  'tags',
  'yolo',
  'upload',
  'login',
  'done',
  // The quick way: a photo, a restaurant nearby, and one of its dishes.
  'photo',
  'near',
  'menu',
] as const
export type Step = (typeof steps)[number]

export const stepFromQuery = (params: URLSearchParams): Step =>
  steps.find((step) => step === params.get('step')) ?? 'city'

/** Whether a name from the address is an existing step. */
export const isStep = (name: string | null): name is Step => steps.some((step) => step === name)

/** Query parameter in the address of the first step that is shown if the wizard continues a draft. */
export const continuedDraftParam = 'goes=on'

/** Notes in a step's address about what was shared: no place could be read from it, its photo is missing, or here. */
const notes = ['unread', 'photo-lost', 'photo-shared'] as const
export type StepNote = (typeof notes)[number]
export const noteOf = (params: URLSearchParams): StepNote | null =>
  notes.find((note) => note === params.get('note')) ?? null

export const wizardStepPath = (step: Step, goesOn = false, note?: StepNote) =>
  `/add-yolo?step=${step}${goesOn ? `&${continuedDraftParam}` : ''}${note ? `&note=${note}` : ''}`

type Way = Pick<Draft, 'categoryId'> & Partial<Pick<Draft, 'quick' | 'itemId' | 'fromMenu'>>

/**
 * The steps of the quick way. A dish that is chosen from the menu is saved at once. The steps after `menu` are for a
 * dish that isn't in the menu.
 */
const quickSteps: readonly Step[] = ['photo', 'near', 'menu', 'category', 'item', 'yolo']

/** Whether a step belongs only to the quick way. */
export const isQuickStep = (step: Step) => step === 'photo' || step === 'near' || step === 'menu'

const asksForTags = ({ categoryId }: Way) =>
  Boolean(categoryId && categoryById(categoryId)?.tagsInWizard)

/** All numbered steps, up to saving. */
export const numberedSteps: readonly Step[] = steps.slice(0, steps.indexOf('upload'))

/** The steps that this draft goes through, quick or numbered. Drinks and fast food skip the tags step. */
export const stepsOf = (draft: Way): readonly Step[] =>
  draft.quick ? quickSteps : numberedSteps.filter((step) => step !== 'tags' || asksForTags(draft))

/**
 * Returns a step's number and, once the category has decided it, the total. Null on the quick way, and for a step
 * without a number.
 */
export function progressOf(step: Step, draft: Way) {
  if (draft.quick) return null
  const way = stepsOf(draft)
  const at = way.indexOf(step) + 1
  if (at === 0) return null
  return { at, of: at > way.indexOf('category') + 1 ? way.length : null }
}

export const nextStep = (step: Step, draft: Way): Step => {
  // On the quick way, the search by name can replace the list of restaurants nearby.
  if (draft.quick && step === 'name') return 'menu'
  if (draft.quick && step === 'city') return 'name'
  const way = stepsOf(draft)
  return way[way.indexOf(step) + 1] ?? 'yolo'
}

/** Returns the step that BACK leads to, or null to leave the wizard. */
export const previousStep = (step: Step, draft: Way): Step | null => {
  if (step === 'login') return 'yolo'
  if (draft.quick && (step === 'name' || step === 'city')) return 'near'
  if (draft.quick && step === 'yolo' && draft.itemId && draft.fromMenu) return 'menu'
  const way = stepsOf(draft)
  return way[way.indexOf(step) - 1] ?? null
}

/**
 * Returns the step at which a draft was left, or the one to show instead. One that doesn't say, or that was left on the
 * way to logging in, is continued at the last.
 */
export function leftOffStep(facts: Facts): Step {
  const { draft } = facts
  const isOnWay = draft.step !== null && stepsOf(draft).includes(draft.step)
  return reachableStep(isOnWay ? draft.step! : 'yolo', facts)
}

type Facts = { hasCity: boolean; draft: Draft }

const openQuickStep = (step: Step, { restaurant }: Draft) =>
  step === 'menu' && !restaurant ? 'near' : step

/** Returns the step itself, or the one to show instead, such as an earlier one that is still open. */
export function reachableStep(step: Step, { hasCity, draft }: Facts): Step {
  if (isQuickStep(step)) return openQuickStep(step, draft)
  // A photo has already been added, so this step is done.
  if (step === 'upload' && draft.saved?.photographed) return 'done'
  if (step === 'upload' || step === 'done')
    return draft.saved ? step : reachableStep('yolo', { hasCity, draft })
  const isPlaced = hasCity || draft.around !== null
  const has: Partial<Record<Step, boolean>> = {
    // Once a restaurant is chosen, no city is needed to search in.
    city: isPlaced || (draft.restaurant !== null && step !== 'name'),
    name: draft.restaurant !== null,
    category: draft.categoryId !== null,
    item: draft.itemName.trim() !== '',
  }
  const before = steps.slice(0, steps.indexOf(step))
  const missing = before.find((earlier) => has[earlier] === false)
  if (missing) return missing
  return step === 'tags' && !asksForTags(draft) ? 'yolo' : step
}
