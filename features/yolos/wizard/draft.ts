import { useSyncExternalStore } from 'react'
import type { Point } from '#domain/position/miles.ts'
import { isCategoryId, type CategoryId } from '#domain/vocabulary/categories.ts'
import { tags as allTags, tagsOf } from '#domain/vocabulary/tags.data.ts'
import { session } from '#platform/web/session/session.ts'
import { isStep, type Step } from './steps.ts'

export type ChosenRestaurant = { placeId: string; name: string; address: string }
/**
 * A pin is `given` by the provider, `placed` on the map, `fromFile` that a member brought along, or otherwise the
 * member's location at the time.
 */
export type Pin = Point & { name: string; given?: boolean; placed?: boolean; fromFile?: boolean }
/** The form that adds a missing restaurant. If `pin` is null, the restaurant is placed in the city's center. */
export type MissingRestaurant = { name: string; address: string; pin: Pin | null; placeId: string }
/** A point with the name of its city. */
export type CityPoint = Point & { name: string }
export type SavedYolo = {
  id: number
  /** The dish's id. Absent or null where it isn't known, as of a new dish that waited on this device. */
  itemId?: number | null
  itemName: string
  categoryId: number
  restaurantName: string
  citySlug: string
  photographed?: boolean
  /** What it was saved with, if anything: its words and its tags. */
  description?: string
  tags?: number[]
  /** Id of the kept photo that was sent or queued for it. */
  photo?: string
  /** Id of the queue entry that will save the favorite, because the server couldn't be reached. `id` is then 0. */
  waits?: number
  /** The favorite that was deleted to make room. It can be restored for some minutes. */
  replaced?: { id: number; itemName: string }
  /** Number of the item's upvotes after the member's own was withdrawn. Absent if they hadn't upvoted it. */
  withdrawnFrom?: number
  /** True if others don't see its restaurant, and so the dish, until the member who added it is verified. */
  unconfirmed?: boolean
}

/** Everything entered in the wizard so far. */
export type Draft = {
  /** True if it began with a photo, after which a restaurant nearby and one of its dishes are offered. */
  quick: boolean
  /** The step that was shown last, or null if none was. */
  step: Step | null
  /** Id of the kept photo (kept-photo.ts) that was taken for it and isn't sent or queued yet, or null. */
  photo: string | null
  /** True if the photo is another tab's, whose draft this tab continues, so that it isn't deleted here. */
  sharesPhoto: boolean
  /** Where to look for the restaurant instead of around the chosen city. */
  around: CityPoint | null
  /** The restaurant's name, if another app shared it. The restaurant step searches for it. Otherwise empty. */
  wanted: string
  restaurant: ChosenRestaurant | null
  missing: MissingRestaurant
  categoryId: CategoryId | null
  itemId: number | null
  /** True if the dish was chosen from the menu of the quick way. */
  fromMenu: boolean
  itemName: string
  /** All that were chosen, also in another category. `fittingTags` returns those that count. */
  tags: number[]
  description: string
  /** The author's name to show, which only user 20 can enter. */
  userName: string
  /** True if exactly this draft was sent to be saved, and the response might have been lost. */
  sent: boolean
  /** Id of the member who wrote the draft, or null for a visitor. */
  by: number | null
  /** Id of the queue entry that the server refused and that this draft will replace. Null if there is none. */
  waitingId: number | null
  saved: SavedYolo | null
}

export const emptyDraft: Draft = {
  quick: false,
  step: null,
  photo: null,
  sharesPhoto: false,
  around: null,
  wanted: '',
  restaurant: null,
  missing: { name: '', address: '', pin: null, placeId: '' },
  categoryId: null,
  itemId: null,
  fromMenu: false,
  itemName: '',
  tags: [],
  description: '',
  userName: '',
  sent: false,
  by: null,
  waitingId: null,
  saved: null,
}

/** Whether two drafts are one member's of the same dish, and say the same of it. */
export const isSameFavorite = (one: Draft, other: Draft) =>
  one.by === other.by &&
  one.description === other.description &&
  one.userName === other.userName &&
  fittingTags(one).join() === fittingTags(other).join() &&
  one.restaurant?.placeId === other.restaurant?.placeId &&
  one.categoryId === other.categoryId &&
  one.itemId === other.itemId &&
  one.itemName === other.itemName

const key = 'add-yolo'
const listeners = new Set<() => void>()
let now: Draft | null = null

/**
 * Returns the tab's draft. Each tab has its own, so that two tabs don't overwrite each other's; a new tab continues the
 * latest one. If storage is full or blocked, the draft lasts as long as the page.
 */
export function currentDraft(): Draft {
  if (now) return now
  const own = kept(() => sessionStorage.getItem(key))
  now = readDraft(own ?? kept(() => localStorage.getItem(key)))
  if (own === null && now.photo !== null) now = { ...now, sharesPhoto: true }
  return now
}

export function changeDraft(change: Partial<Draft>) {
  const { isLogged, id } = session()
  now = { ...currentDraft(), ...(isLogged && { by: id }), ...change }
  const text = JSON.stringify(now)
  const before = kept(() => sessionStorage.getItem(key))
  kept(() => sessionStorage.setItem(key, text))
  if (!now.saved) kept(() => localStorage.setItem(key, text))
  // Another tab's draft is left for a new tab to continue.
  else if (kept(() => localStorage.getItem(key)) === before)
    kept(() => localStorage.removeItem(key))
  for (const listener of listeners) listener()
}

let begun = 0

/** Makes this the tab's draft, in place of the one before. */
export function beginDraft(draft: Draft) {
  begun += 1
  changeDraft(draft)
}

/** Returns a function that tells whether the draft of now is still the tab's, for what is answered later. */
export function watchDraft(): () => boolean {
  const own = begun
  return () => begun === own
}

export const useDraft = (): Draft =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    currentDraft,
    () => emptyDraft,
  )

function kept<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}

export const readDraft = (json: string | null): Draft =>
  draftFrom(kept(() => JSON.parse(json ?? '{}') as unknown))

/** A draft with a value even in nullable fields, so that the types of stored fields can be compared with it. */
const example = {
  ...emptyDraft,
  step: 'city' as Step,
  photo: '',
  around: { latitude: 0, longitude: 0, name: '' },
  restaurant: { placeId: '', name: '', address: '' },
  categoryId: 1,
  itemId: 1,
  by: 1,
  waitingId: 1,
  saved: { id: 1, itemName: '', categoryId: 1, restaurantName: '', citySlug: '' },
}
const examplePin = { latitude: 0, longitude: 0, name: '' }

/** Returns the fields of a stored value that have the same type as in `like`. */
function fieldsLike<T extends object>(like: T, value: unknown): Partial<T> {
  const fields = Object.entries(value ?? {}).filter(
    ([key, field]) => typeof field === typeof like[key as keyof T],
  )
  return Object.fromEntries(fields) as Partial<T>
}

const wholeLike = <T extends object>(like: T, value: unknown): T | null =>
  Object.keys(fieldsLike(like, value)).length === Object.keys(like).length ? (value as T) : null

/** Returns a draft with the valid fields of a stored value. All other fields are empty. */
export function draftFrom(value: unknown): Draft {
  const fields = fieldsLike(example, value)
  const missing = fieldsLike(example.missing, fields.missing)
  const { categoryId = 0, step = null } = fields
  const tags: unknown[] = Array.isArray(fields.tags) ? fields.tags : []
  return {
    ...emptyDraft,
    ...fields,
    step: isStep(step) ? step : null,
    around: wholeLike(example.around, fields.around),
    restaurant: wholeLike(example.restaurant, fields.restaurant),
    missing: { ...emptyDraft.missing, ...missing, pin: wholeLike(examplePin, missing.pin) },
    categoryId: isCategoryId(categoryId) ? categoryId : null,
    tags: allTags.flatMap(({ id }) => (tags.includes(id) ? id : [])),
    saved: wholeLike(example.saved, fields.saved),
  }
}

/** Returns the draft's tags that fit its category. The others are kept for when the member returns to theirs. */
export const fittingTags = ({ categoryId, tags: chosen }: Draft): number[] =>
  tagsOf(categoryId ?? 0).flatMap(({ id }) => (chosen.includes(id) ? id : []))

/** Sets the restaurant. If it differs, the chosen item is cleared, because it belongs to the old restaurant. */
export const chooseRestaurant = (restaurant: ChosenRestaurant | null) => {
  if (restaurant?.placeId === currentDraft().restaurant?.placeId) changeDraft({ restaurant })
  else changeDraft({ restaurant, itemId: null, sent: false })
}

export const chooseCategory = (categoryId: CategoryId) => {
  if (categoryId === currentDraft().categoryId) return
  changeDraft({ categoryId, itemId: null, sent: false })
}

export const setItemName = (itemName: string, itemId: number | null = null, fromMenu = false) =>
  changeDraft({ itemName, itemId, fromMenu, sent: false })
