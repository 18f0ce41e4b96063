import type { Point } from '#domain/position/miles.ts'
import { isCategoryId } from '#domain/vocabulary/categories.ts'
import { parseId } from '#platform/text/id.ts'
import { ApiError, type Api } from '#platform/web/api/api.ts'
import { isUnreachable } from '#platform/web/queue/unreachable.ts'
import type { Card } from '#features/items/contract.ts'
import { roundPoint } from '#features/places/rounded.ts'
import { chosenCity } from '#features/places/chosen.ts'
import {
  changeDraft,
  chooseCategory,
  chooseRestaurant,
  currentDraft,
  fittingTags,
  emptyDraft,
  setItemName,
  type Draft,
} from './draft.ts'
import { waitingDeletionsOfDish } from '../waiting-deletion.ts'
import { startNewDraft, resumeDraft, unfinishedDrafts } from './left-off.ts'
import { sharedPhotoKey } from './share-target/share-target.ts'
import { shareTargetKeys, parseSharedPlace } from '#features/places/shared-place.ts'
import type { StepNote, Step } from './steps.ts'

const idFromParam = (params: URLSearchParams, key: 'restaurant' | 'category' | 'item') =>
  parseId(params.get(key))

type Begun = { step: Step; goesOn: boolean; note?: StepNote }

/**
 * Fills the draft from an address (`?restaurant=&category=&item=`, each of them optional) and returns the first step
 * that is still open. Without a restaurant, `?latitude=&longitude=` says where to look for it. The wizard asks for
 * anything that doesn't exist.
 */
export async function prefillDraft(api: Api, params: URLSearchParams): Promise<Begun> {
  if (params.has('camera')) return beginWithPhoto()
  if (params.has(sharedPhotoKey))
    return beginWithSharedPhoto(params.get(sharedPhotoKey) === 'photo')
  if (shareTargetKeys.some((key) => params.has(key))) return beginWithShared(api, params)
  const { restaurant, dish, categoryId } = await loadKnown(api, params)
  const goesOn = resumeOrStart(dish?.id)
  if (restaurant) {
    const { placeId, name, address } = restaurant
    chooseRestaurant({ placeId, name, address })
  }
  if (isCategoryId(categoryId)) chooseCategory(categoryId)
  // If the dish is already one of the viewer's favorites, the wizard asks for another dish. One that is being deleted
  // is filled in: NEXT calls that off.
  const isNew = dish !== null && !dish.used
  if (dish && (isNew || waitingDeletionsOfDish(dish.id).length > 0))
    setItemName(dish.itemName, dish.id)

  if (!restaurant) {
    const point = elsewhere(params)
    if (point) changeDraft({ around: await nameCity(api, point, 'the place of that list') })
    return { step: 'name', goesOn }
  }
  if (!isCategoryId(categoryId)) return { step: 'category', goesOn }
  return { step: isNew ? 'tags' : 'item', goesOn }
}

/**
 * Begins the quick way (`Draft.quick`), or continues a draft that was begun that way and is still at its photo. One that
 * has a restaurant is set aside, so that its photo isn't replaced by another dish's.
 */
function beginWithPhoto(): Begun {
  const { quick, restaurant } = currentDraft()
  if (!quick || restaurant) {
    startNewDraft()
    changeDraft({ quick: true })
  }
  return { step: 'photo', goesOn: false }
}

/** Begins the quick way with a photo that another app shared. The first step reads that photo. */
function beginWithSharedPhoto(isHere: boolean): Begun {
  startNewDraft()
  changeDraft({ quick: true })
  return { step: 'photo', goesOn: false, note: isHere ? 'photo-shared' : 'photo-lost' }
}

/** Begins with the search for a place that a maps app shared with the site. */
async function beginWithShared(api: Api, params: URLSearchParams): Promise<Begun> {
  startNewDraft()
  const place = parseSharedPlace(
    Object.fromEntries(shareTargetKeys.map((key) => [key, params.get(key)])),
  )
  if (!place) return { step: 'name', goesOn: false, note: 'unread' }
  const { name, point } = place
  const around = point && (await nameCity(api, roundPoint(point), ''))
  changeDraft({
    wanted: name,
    around: around && { ...around, name: around.name || 'the place that was shared' },
    missing: {
      ...emptyDraft.missing,
      name,
      pin: around && { ...point, name: around.name, placed: true },
    },
  })
  return { step: 'name', goesOn: false }
}

/** Returns the point in an address, or null if there is none or it is the chosen city's. */
function elsewhere(params: URLSearchParams): Point | null {
  const [latitude, longitude] = ['latitude', 'longitude'].map((key) =>
    Number.parseFloat(params.get(key) ?? ''),
  ) as [number, number]
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return null
  const [at, city] = [roundPoint({ latitude, longitude }), chosenCity.get()]
  const own = city && roundPoint(city)
  return own && own.latitude === at.latitude && own.longitude === at.longitude ? null : at
}

/** Adds the name of the city nearest to a point, or `otherwise` if none is known. */
async function nameCity(api: Api, point: Point, otherwise: string) {
  const city = await found(api('GET /places/nearest-city', point))
  return { ...point, name: city?.name ?? otherwise }
}

async function loadKnown(api: Api, params: URLSearchParams) {
  const itemId = idFromParam(params, 'item')
  const asked = itemId ? found(api('GET /items/:id', { id: itemId })) : null
  const restaurantId = idFromParam(params, 'restaurant') ?? (await asked)?.restaurantId
  const known = restaurantId ? await loadRestaurant(api, restaurantId, asked) : null
  // Nothing can be added where a restaurant has closed, so the wizard asks for another one.
  const restaurant = known?.closed ? null : known
  const card = await asked
  const dish = card && !card.gone && card.restaurantId === restaurant?.id ? card : null
  return { restaurant, dish, categoryId: dish?.categoryId ?? idFromParam(params, 'category') ?? 0 }
}

/** Returns a restaurant. Without a network the card of its dish says enough: our number can stand for its place id. */
async function loadRestaurant(api: Api, id: number, asked: Promise<Card | null> | null) {
  try {
    return (await api('GET /restaurants/:id', { id })).restaurant
  } catch (problem) {
    if (!(problem instanceof ApiError)) throw problem
    const card = isUnreachable(problem) ? await asked : null
    if (card?.restaurantId !== id) return null
    const { restaurantName: name, cityName: address, closed } = card
    return { id, placeId: String(id), name, address, closed }
  }
}

/** Continues an unfinished draft of the same dish, or starts a new one. Returns whether the draft has text or tags. */
function resumeOrStart(itemId: number | undefined): boolean {
  // A dish is of one restaurant, for which our number may stand in place of its place id.
  const isOfDish = (known: Draft) => itemId !== undefined && known.itemId === itemId
  const left = unfinishedDrafts().find(isOfDish)
  if (!isOfDish(currentDraft())) {
    if (!left) {
      startNewDraft()
      return false
    }
    resumeDraft(left)
  }
  return currentDraft().description.trim() !== '' || fittingTags(currentDraft()).length > 0
}

/** Returns null if the request fails, so that the wizard starts without what was requested. */
async function found<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (problem) {
    if (problem instanceof ApiError) return null
    throw problem
  }
}
