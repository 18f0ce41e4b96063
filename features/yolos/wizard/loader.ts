import { redirect } from 'react-router'
import { isCategoryId } from '#domain/vocabulary/categories.ts'
import { chosenCity } from '#features/places/chosen.ts'
import { roundPoint } from '#domain/position/miles.ts'
import type { Input, Output, Route } from '#platform/contract/wire.ts'
import { parseId } from '#platform/text/id.ts'
import { ApiError, type Api } from '#platform/web/api/api.ts'
import type { LoaderArgs } from '#platform/web/screen.tsx'
import { session } from '#platform/web/session/session.ts'
import { changeDraft, currentDraft, emptyDraft, isBegun, loadDraft, type Draft } from './draft.ts'
import {
  continuedDraftParam,
  firstOpenStep,
  reachableStep,
  stepFromQuery,
  wizardStepPath,
  type Step,
} from './steps.ts'

/** The server's response or an error text. Loading never throws for a refusal, so that the step stays usable. */
type LoadResult<T> = { data: T; error: null } | { data: null; error: string }

export type WizardData = {
  categories: LoadResult<Output<'GET /user-categories'>> | null
  items: LoadResult<Output<'GET /items'>> | null
  allowance: LoadResult<Output<'GET /yolos/is-yolo-allowed'>> | null
}

/** Redirects to the first step that is still open, or loads the step's data. Runs only in the browser. */
export async function loadWizard({ api, url }: LoaderArgs): Promise<WizardData> {
  const draft = await loadDraft()
  const hasCity = chosenCity.get() !== null
  if (!url.searchParams.has('step')) {
    const goesOn = await begin(api, url.searchParams, draft)
    const step = firstOpenStep({ draft: currentDraft(), hasCity })
    throw redirect(wizardStepPath(step, goesOn ? continuedDraftParam : ''))
  }
  const step = stepFromQuery(url.searchParams)
  const open = reachableStep(step, { draft, hasCity })
  if (open !== step) throw redirect(wizardStepPath(open))
  return loadStep(api, step)
}

async function loadStep(api: Api, step: Step): Promise<WizardData> {
  const { isLogged, verified } = session()
  const { categoryId, restaurant } = currentDraft()
  const load = async <R extends Route>(isWanted: unknown, route: R, input: Input<R>) =>
    isWanted ? resultOf(api(route, input)) : null
  const [categories, items, allowance] = await Promise.all([
    load(step === 'category' && isLogged, 'GET /user-categories', {}),
    load(step === 'item', 'GET /items', {
      category: categoryId ?? 1,
      placeId: restaurant?.placeId ?? '',
    }),
    load(isLogged && !verified, 'GET /yolos/is-yolo-allowed', {}),
  ])
  return { categories, items, allowance }
}

async function resultOf<T>(answer: Promise<T>): Promise<LoadResult<T>> {
  try {
    return { data: await answer, error: null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const isSaid = error.code !== 'broken' && error.code !== 'offline'
    return { data: null, error: (isSaid && error.message) || 'Failed to load' }
  }
}

/**
 * Begins a draft with what an address says (`?restaurant=&category=&item=`, each of them optional, or
 * `?latitude=&longitude=` of where to look). Continues the device's draft if the address says nothing or is of its dish.
 * Returns whether it does.
 */
async function begin(api: Api, params: URLSearchParams, draft: Draft): Promise<boolean> {
  const known = await loadKnown(api, params)
  const isSame = draft.itemId !== null && draft.itemId === known.itemId
  const goesOn = isBegun(draft) && (isSame || [...params].length === 0)
  if (!goesOn) changeDraft({ ...emptyDraft, ...known })
  return goesOn
}

async function loadKnown(api: Api, params: URLSearchParams): Promise<Partial<Draft>> {
  const idOf = (key: string) => parseId(params.get(key))
  const itemId = idOf('item')
  const card = itemId ? (await resultOf(api('GET /items/:id', { id: itemId }))).data : null
  const restaurantId = idOf('restaurant') ?? card?.restaurantId
  const answer = restaurantId
    ? await resultOf(api('GET /restaurants/:id', { id: restaurantId }))
    : null
  const categoryId = card?.categoryId ?? idOf('category') ?? 0
  const category = isCategoryId(categoryId) ? { categoryId } : {}
  const restaurant = answer?.data?.restaurant
  // Nothing can be added where a restaurant has closed, so the wizard asks for another one.
  if (!restaurant || restaurant.closed) return { ...category, ...(await loadAround(api, params)) }
  const { id, placeId, name, address } = restaurant
  return { ...category, restaurant: { placeId, name, address }, ...dishOf(card, id) }
}

/** Returns the dish to save, unless it is of another restaurant, gone, or one of the viewer's favorites. */
const dishOf = (card: Output<'GET /items/:id'> | null, restaurantId: number) =>
  card && !card.gone && !card.used && card.restaurantId === restaurantId
    ? { itemId: card.id, itemName: card.itemName }
    : {}

/** Returns the point in an address, with the name of the city nearest to it. */
async function loadAround(api: Api, params: URLSearchParams): Promise<Pick<Draft, 'around'>> {
  const [latitude, longitude] = ['latitude', 'longitude'].map((key) =>
    Number.parseFloat(params.get(key) ?? ''),
  ) as [number, number]
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return { around: null }
  const point = roundPoint({ latitude, longitude })
  const { data } = await resultOf(api('GET /places/nearest-city', point))
  return { around: { ...point, name: data?.name ?? 'the place of that list' } }
}
