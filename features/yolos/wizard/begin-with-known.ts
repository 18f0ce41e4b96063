import { isCategoryId } from '#domain/vocabulary/categories.ts'
import { ApiError, type Api } from '#platform/web/api.ts'
import { chooseCategory, chooseRestaurant, draft, nameItem, type Draft } from './draft.ts'
import { startNewDraft, continueLeftOff, draftLeftOff } from './left-off.ts'
import type { Step } from './steps.ts'

const idFromParam = (params: URLSearchParams, key: 'restaurant' | 'category' | 'item') => {
  const text = params.get(key) ?? ''
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null
  return id !== null && id <= 2_147_483_647 ? id : null
}

/**
 * Begins with what an address says of the favorite (`?restaurant=&category=&item=`, any of them) and answers the
 * first step that is left. What doesn't exist is asked for like anything else.
 */
export async function beginWithKnown(api: Api, params: URLSearchParams): Promise<Step> {
  const itemId = idFromParam(params, 'item')
  const restaurantId =
    idFromParam(params, 'restaurant') ?? (itemId && (await restaurantOf(api, itemId)))
  const at = restaurantId ? await found(api('GET /restaurants/:id', { id: restaurantId })) : null
  const dish = at?.items.find(({ id }) => id === itemId) ?? null
  const category = dish?.categoryId ?? idFromParam(params, 'category')
  const categoryId = category !== null && isCategoryId(category) ? category : null

  // Who comes back to the very dish goes on with what they wrote of it.
  const isOfIt = (one: Draft | null) =>
    dish !== null && one?.itemId === dish.id && one.restaurant?.placeId === at?.restaurant.placeId
  if (!isOfIt(draft())) {
    if (isOfIt(draftLeftOff())) continueLeftOff()
    else startNewDraft()
  }
  if (at) {
    const { placeId, name, address } = at.restaurant
    chooseRestaurant({ placeId, name, address })
  }
  if (categoryId) chooseCategory(categoryId)
  // One's own favorite isn't saved again: another dish is asked for.
  if (dish && !dish.used) nameItem(dish.itemName, dish.id)

  if (!at) return 'name'
  if (!categoryId) return 'category'
  return dish && !dish.used ? 'tags' : 'item'
}

const restaurantOf = async (api: Api, id: number) => {
  const card = await found(api('GET /items/:id', { id }))
  return card?.restaurantId ?? null
}

/** What there isn't is null, and the wizard begins where it always does. */
async function found<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (problem) {
    if (problem instanceof ApiError) return null
    throw problem
  }
}
