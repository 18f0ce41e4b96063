import { useSyncExternalStore } from 'react'
import type { Point } from '#domain/miles.ts'
import { isCategoryId, type CategoryId } from '#domain/vocabulary/categories.ts'
import { tagsOf } from '#domain/vocabulary/tags.data.ts'
import { session } from '#platform/web/session.ts'

export type ChosenRestaurant = { placeId: string; name: string; address: string }
/** `given` by the provider, `placed` on the map; else it is where the member stood. */
export type Pin = Point & { name: string; given?: boolean; placed?: boolean }
export type SavedYolo = {
  id: number
  itemName: string
  categoryId: number
  restaurantName: string
  citySlug: string
  photographed?: boolean
  /** One had voted for it; so many others have. */
  withdrawnFrom?: number
}

/** All that has been entered in the wizard so far. */
export type Draft = {
  restaurant: ChosenRestaurant | null
  /** The form of a restaurant that is missing; a null pin is the city's middle. */
  missing: { name: string; address: string; pin: Pin | null; placeId: string }
  categoryId: CategoryId | null
  itemId: number | null
  itemName: string
  tags: number[]
  description: string
  /** User 20's alone. */
  userName: string
  /** A save of just this, word for word, went out and its answer may have been lost. */
  sent: boolean
  /** The member who wrote it; null is a visitor. */
  by: number | null
  saved: SavedYolo | null
}

export const emptyDraft: Draft = {
  restaurant: null,
  missing: { name: '', address: '', pin: null, placeId: '' },
  categoryId: null,
  itemId: null,
  itemName: '',
  tags: [],
  description: '',
  userName: '',
  sent: false,
  by: null,
  saved: null,
}

const key = 'add-yolo'
const listeners = new Set<() => void>()
let now: Draft | null = null

/**
 * The tab's own draft, so that two tabs don't write into each other's; a new tab goes on with the last
 * one. Where storage is full or forbidden it lives as long as the page.
 */
export function draft(): Draft {
  now ??= readDraft(kept(() => sessionStorage.getItem(key) ?? localStorage.getItem(key)))
  return now
}

export function changeDraft(change: Partial<Draft>) {
  const { isLogged, id } = session()
  now = { ...draft(), ...(isLogged && { by: id }), ...change }
  const text = JSON.stringify(now)
  kept(() => sessionStorage.setItem(key, text))
  if (now.saved) kept(() => localStorage.removeItem(key))
  else kept(() => localStorage.setItem(key, text))
  for (const listener of listeners) listener()
}

export const useDraft = (): Draft =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    draft,
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

/** A value for each field that may be null, to compare what was kept with. */
const example = {
  ...emptyDraft,
  restaurant: { placeId: '', name: '', address: '' },
  categoryId: 1,
  itemId: 1,
  by: 1,
  saved: { id: 1, itemName: '', categoryId: 1, restaurantName: '', citySlug: '' },
}
const examplePin = { latitude: 0, longitude: 0, name: '' }

/** Of what was kept, the fields that have the type of the example's. */
function fieldsLike<T extends object>(like: T, value: unknown): Partial<T> {
  const fields = Object.entries(value ?? {}).filter(
    ([key, field]) => typeof field === typeof like[key as keyof T],
  )
  return Object.fromEntries(fields) as Partial<T>
}

const wholeLike = <T extends object>(like: T, value: unknown): T | null =>
  Object.keys(fieldsLike(like, value)).length === Object.keys(like).length ? (value as T) : null

/** What was kept, as far as it still makes sense. */
export function draftFrom(value: unknown): Draft {
  const fields = fieldsLike(example, value)
  const missing = fieldsLike(example.missing, fields.missing)
  const { categoryId = 0 } = fields
  const tags: unknown[] = Array.isArray(fields.tags) ? fields.tags : []
  return {
    ...emptyDraft,
    ...fields,
    restaurant: wholeLike(example.restaurant, fields.restaurant),
    missing: { ...emptyDraft.missing, ...missing, pin: wholeLike(examplePin, missing.pin) },
    categoryId: isCategoryId(categoryId) ? categoryId : null,
    tags: tagIdsOf(categoryId).filter((tag) => tags.includes(tag)),
    saved: wholeLike(example.saved, fields.saved),
  }
}

const tagIdsOf = (categoryId: number) => tagsOf(categoryId).map(({ id }) => id)

/** Another restaurant: the dish must be named again, but the other fields stay. */
export const chooseRestaurant = (restaurant: ChosenRestaurant | null) => {
  if (restaurant?.placeId === draft().restaurant?.placeId) changeDraft({ restaurant })
  else changeDraft({ restaurant, itemId: null, sent: false })
}

export const chooseCategory = (categoryId: CategoryId) => {
  if (categoryId === draft().categoryId) return
  const tags = draft().tags.filter((tag) => tagIdsOf(categoryId).includes(tag))
  changeDraft({ categoryId, itemId: null, tags, sent: false })
}

export const nameItem = (itemName: string, itemId: number | null = null) =>
  changeDraft({ itemName, itemId, sent: false })
