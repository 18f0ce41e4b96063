import { redirect } from 'react-router'
import type * as accounts from '#features/accounts/contract.ts'
import type { AnyCall, InputOf, OutputOf, RouteOf } from '#platform/contract/call.ts'
import { ApiError, type Api } from '#platform/web/api.ts'
import type { LoaderArgs } from '#platform/web/screen.tsx'
import { chosenPlace, session } from '#platform/web/session.ts'
import type * as yolos from './contract.ts'
import { changeDraft, draft, emptyDraft } from './draft.ts'
import { addressOf, isStep, openStep, stepOf } from './steps.ts'

/** What the server said, or the words of its refusal: a step shows either and stays usable. */
export type Told<T> = { said: T; failed: null } | { said: null; failed: string }

export type Loaded = {
  categories: Told<OutputOf<typeof yolos.userCategories>> | null
  items: Told<OutputOf<typeof yolos.listItems>> | null
  allowance: Told<OutputOf<typeof accounts.isYoloAllowed>> | null
}

/** Leads to the first step that is still open, and asks what the step shows. Runs in the browser alone. */
export async function loadWizard({ api, url }: LoaderArgs): Promise<Loaded> {
  const step = stepOf(url.searchParams)
  const named = url.searchParams.get('step')
  // What is saved is over: another visit begins anew.
  if (step !== 'upload' && step !== 'done' && draft().saved) changeDraft(emptyDraft)
  const open = openStep(step, { hasCity: chosenPlace.get() !== null, draft: draft() })
  if (open !== step || (named !== null && !isStep(named))) throw redirect(addressOf(open))

  const { isLogged } = session()
  const { categoryId, restaurant } = draft()
  const loaded: Loaded = { categories: null, items: null, allowance: null }
  if (step === 'category' && isLogged)
    loaded.categories = await told<typeof yolos.userCategories>(api, 'GET /user-categories', {})
  if (step === 'item' && categoryId && restaurant)
    loaded.items = await told<typeof yolos.listItems>(api, 'GET /items', {
      category: categoryId,
      placeId: restaurant.placeId,
    })
  if (step === 'yolo' && isLogged)
    loaded.allowance = await told<typeof accounts.isYoloAllowed>(
      api,
      'GET /yolos/is-yolo-allowed',
      {},
    )
  return loaded
}

async function told<C extends AnyCall>(
  api: Api,
  route: RouteOf<C>,
  input: InputOf<C>,
): Promise<Told<OutputOf<C>>> {
  try {
    return { said: await api<C>(route, input), failed: null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { said: null, failed: error.message || 'Failed to load' }
  }
}
