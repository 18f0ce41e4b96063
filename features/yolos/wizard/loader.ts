import { redirect } from 'react-router'
import { quota } from '#domain/quota.ts'
import { isSpecialUser } from '#domain/vocabulary/roles.ts'
import type { Input, Output, Route } from '#platform/contract/wire.ts'
import { ApiError, type Api } from '#platform/web/api/api.ts'
import { shownPage } from '#platform/web/navigation/device-page.ts'
import type { LoaderArgs } from '#platform/web/screen.tsx'
import { chosenCity } from '#features/places/chosen.ts'
import { refusalDetails } from '#platform/web/api/refusal.ts'
import { isUnreachable } from '#platform/web/queue/unreachable.ts'
import { loginPathReturningTo } from '#platform/web/navigation/next-path.ts'
import { hasSessionEnded, session } from '#platform/web/session/session.ts'
import type { Card } from '#features/items/contract.ts'
import { loadKeptPhoto } from '#features/photos/sending/kept-photo.ts'
import { takeSharedPhoto } from '#features/photos/sending/shared-photo.ts'
import { beginDraft, changeDraft, currentDraft, emptyDraft } from './draft.ts'
import { prefillDraft } from './begin-with-known.ts'
import { goOnBack, isLeftBehind } from './finished.ts'
import { keptDishes } from './kept-dishes.ts'
import { forgetLostPhotos, setOthersDraftAside } from './left-off.ts'
import type { ExistingYolo } from './quota-filled.tsx'
import { copySharedPhoto, forgetPhotoOf } from './photo-of-draft.ts'
import { takePhoto } from './take-photo.ts'
import {
  isQuickStep,
  wizardStepPath,
  isStep,
  reachableStep,
  stepFromQuery,
  type Step,
} from './steps.ts'

/**
 * The server's response or an error text. Loading never throws for a refusal, so that the step stays usable. If the
 * server can't be reached, `data` can be what this device keeps.
 */
export type LoadResult<T> =
  | { data: T; error: null; fromDevice?: boolean }
  | { data: null; error: string; fromDevice?: undefined }

export type WizardData = {
  categories: LoadResult<Output<'GET /user-categories'>> | null
  items: LoadResult<Output<'GET /items'>> | null
  allowance: LoadResult<Output<'GET /yolos/is-yolo-allowed'>> | null
  /** The viewer's three yolos in the category if it is full; otherwise null. */
  filled: ExistingYolo[] | null
  /** The draft's photo, taken here or shared by another app. Set only in the first quick step. */
  photo: Blob | null
  /** Why the photo that another app shared couldn't be taken. */
  photoProblem: string | null
  /** All dishes that members saved at the restaurant. */
  menu: LoadResult<Card[]> | null
}

/** Milliseconds to wait for the server before what this device keeps is shown instead. */
const patience = 8_000
/** Milliseconds to wait for what only warns early: the server checks it again when saving. */
const warningPatience = 3_000

const afterCategory: readonly Step[] = ['item', 'tags', 'yolo']

/** Redirects to the first step that is still open, or loads the step's data. Runs only in the browser. */
export async function loadWizard({ api, url }: LoaderArgs): Promise<WizardData> {
  const step = stepFromQuery(url.searchParams)
  const named = url.searchParams.get('step')
  if (named !== null && isLeftBehind(url, step)) return goOnBack()
  // The page that is shown is loaded again when what waited is sent. What is saved there is still shown then.
  if (shownPage() !== url.pathname + url.search) await clearFinished(step)
  // In the midst of it they log in again, and go on. Whatever leads into the wizard begins another favorite.
  const isLeft = setOthersDraftAside()
  if (isLeft && named !== null && hasSessionEnded())
    throw redirect(loginPathReturningTo(new URL('/add-yolo', url)))
  await copySharedPhoto()
  const hasCity = chosenCity.get() !== null
  if (named === null) {
    await forgetLostPhotos()
    const begun = await prefillDraft(api, url.searchParams)
    const open = reachableStep(begun.step, { hasCity, draft: currentDraft() })
    throw redirect(wizardStepPath(open, begun.goesOn, begun.note))
  }
  const open = reachableStep(step, { hasCity, draft: currentDraft() })
  if (open !== step || !isStep(named)) throw redirect(wizardStepPath(open))

  const quick = currentDraft().quick || isQuickStep(step)
  if (currentDraft().step !== step || currentDraft().quick !== quick) changeDraft({ quick, step })
  return loadStep(api, step)
}

/** Clears a draft that was saved, so that the next visit starts a new one. */
async function clearFinished(step: Step) {
  const draft = currentDraft()
  if (step === 'upload' || step === 'done' || draft.saved === null) return
  // ‘Something else’, in a menu whose dish has just got the photo, goes on at the same restaurant.
  const { quick, around, restaurant } = draft
  beginDraft({ ...emptyDraft, ...(step === 'category' && { quick, around, restaurant }) })
  await forgetPhotoOf(draft)
}

async function loadStep(api: Api, step: Step): Promise<WizardData> {
  const { isLogged } = session()
  const { categoryId, restaurant } = currentDraft()
  const loaded: WizardData = {
    categories: null,
    items: null,
    allowance: null,
    filled: null,
    photo: null,
    photoProblem: null,
    menu: null,
  }
  const full = afterCategory.includes(step) ? filledIn(api, categoryId, step !== 'tags') : null
  if (step === 'category' && isLogged)
    // Only the server knows how full each category is. If it can't be reached, the list is empty, and the quota is
    // checked when saving.
    loaded.categories = await resultOf(
      api,
      'GET /user-categories',
      {},
      async () => [],
      warningPatience,
    )
  if (step === 'item' && categoryId && restaurant)
    loaded.items = await resultOf(
      api,
      'GET /items',
      { category: categoryId, placeId: restaurant.placeId },
      async () =>
        (await keptDishes(restaurant.placeId)).filter((card) => card.categoryId === categoryId),
    )
  if (step === 'yolo' && isLogged)
    loaded.allowance = await resultOf(api, 'GET /yolos/is-yolo-allowed', {})
  if (isQuickStep(step)) await loadQuickStep(api, step, loaded)
  loaded.filled = await full
  return loaded
}

async function loadQuickStep(api: Api, step: Step, loaded: WizardData) {
  if (step === 'photo') {
    // A shared photo begins a draft of its own, so it isn't for one that has a photo.
    const shared = currentDraft().photo ? null : await takeSharedPhoto()
    if (shared) loaded.photoProblem = await takePhoto(shared)
    loaded.photo = await draftPhoto()
  }
  const { restaurant } = currentDraft()
  if (step === 'menu' && restaurant) loaded.menu = await menuOf(api, restaurant.placeId)
}

/** Returns the draft's photo. Returns null if there is none, or if it was deleted because its member logged out. */
async function draftPhoto(): Promise<Blob | null> {
  const { photo } = currentDraft()
  const jpeg = photo && (await loadKeptPhoto(photo))
  if (photo && !jpeg) changeDraft({ photo: null })
  return jpeg || null
}

/** Returns a restaurant's best dishes of all categories. Empty if nothing was saved at the restaurant yet. */
async function menuOf(api: Api, placeId: string): Promise<LoadResult<Card[]>> {
  try {
    // A restaurant that was chosen from what the device keeps may be known by our number only.
    const id = Number(placeId) || (await api('GET /restaurants', { placeId }, { patience })).id
    const { items } = await api('GET /restaurants/:id', { id }, { patience })
    return { data: items, error: null }
  } catch (error) {
    if (refusalDetails(error, 'GET /restaurants', 'nothing_saved')) return { data: [], error: null }
    return failed(error, () => keptDishes(placeId))
  }
}

async function resultOf<R extends Route>(
  api: Api,
  route: R,
  input: Input<R>,
  kept?: () => Promise<Output<R>>,
  limit = kept ? patience : warningPatience,
): Promise<LoadResult<Output<R>>> {
  try {
    return { data: await api(route, input, { patience: limit }), error: null }
  } catch (error) {
    return failed(error, kept)
  }
}

/** Returns what this device keeps if the server can't be reached, otherwise the error's text. */
async function failed<T>(error: unknown, kept?: () => Promise<T>): Promise<LoadResult<T>> {
  if (!(error instanceof ApiError)) throw error
  if (kept && isUnreachable(error)) return { data: await kept(), error: null, fromDevice: true }
  return { data: null, error: (error.code !== 'broken' && error.message) || 'Failed to load' }
}

type Three = Promise<ExistingYolo[] | null>
let last: { key: string; three: Three } | null = null

/**
 * Returns the viewer's three yolos if the category is full, so that the wizard can warn early. The server still checks
 * the quota. Without `again`, the result of the previous step is reused.
 */
function filledIn(api: Api, categoryId: number | null, again: boolean): Three {
  const { isLogged, id } = session()
  if (!isLogged || id === null || !categoryId || isSpecialUser({ id })) return Promise.resolve(null)
  const key = `${id} ${categoryId}`
  const load = () => loadThree(api, categoryId, id)
  // The step that asked may have been left before its answer, or be left meanwhile: then the next step asks again.
  const three = again || last?.key !== key ? load() : last.three.catch(load)
  last = { key, three }
  three.catch(() => {
    if (last?.three === three) last = null
  })
  return three
}

async function loadThree(api: Api, categoryId: number, viewer: number): Three {
  const { data: counts } = await resultOf(api, 'GET /user-categories', {})
  if (!counts?.some(({ id, counter }) => id === categoryId && counter >= quota)) return null
  const { data: page } = await resultOf(api, 'GET /my-page', {})
  const cards = page?.items.filter((card) => card.categoryId === categoryId) ?? []
  return cards.flatMap(({ id: itemId, itemName, restaurantName, yolos }) =>
    yolos
      .filter(({ userId }) => userId === viewer)
      .map(({ id, description }) => ({ id, itemId, itemName, restaurantName, description })),
  )
}
