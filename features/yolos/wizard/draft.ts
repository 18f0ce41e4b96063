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

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const object = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
const number = (value: unknown) => (typeof value === 'number' ? value : null)

export const readDraft = (json: string | null): Draft =>
  draftFrom(kept(() => JSON.parse(json ?? '{}') as unknown))

/** What was kept, as far as it still makes sense. */
export function draftFrom(value: unknown): Draft {
  const it = object(value)
  const restaurant = object(it.restaurant)
  const missing = object(it.missing)
  const pin = object(missing.pin)
  const saved = object(it.saved)
  const category = number(it.categoryId)
  const categoryId = category !== null && isCategoryId(category) ? category : null
  const itsTags = categoryId ? tagsOf(categoryId).map(({ id }) => id) : []
  return {
    restaurant: text(restaurant.placeId)
      ? {
          placeId: text(restaurant.placeId),
          name: text(restaurant.name),
          address: text(restaurant.address),
        }
      : null,
    missing: {
      name: text(missing.name),
      address: text(missing.address),
      pin:
        number(pin.latitude) !== null && number(pin.longitude) !== null
          ? {
              latitude: pin.latitude as number,
              longitude: pin.longitude as number,
              name: text(pin.name),
              ...(pin.given === true && { given: true }),
              ...(pin.placed === true && { placed: true }),
            }
          : null,
      placeId: text(missing.placeId),
    },
    categoryId,
    itemId: number(it.itemId),
    itemName: text(it.itemName),
    tags: Array.isArray(it.tags)
      ? itsTags.filter((tag) => (it.tags as unknown[]).includes(tag))
      : [],
    description: text(it.description),
    userName: text(it.userName),
    sent: it.sent === true,
    by: number(it.by),
    saved:
      number(saved.id) !== null && number(saved.categoryId) !== null
        ? {
            id: saved.id as number,
            itemName: text(saved.itemName),
            categoryId: saved.categoryId as number,
            restaurantName: text(saved.restaurantName),
            citySlug: text(saved.citySlug),
            ...(saved.photographed === true && { photographed: true }),
            ...(number(saved.withdrawnFrom) !== null && {
              withdrawnFrom: saved.withdrawnFrom as number,
            }),
          }
        : null,
  }
}

/** Another restaurant: the dish must be named again, but the other fields stay. */
export const chooseRestaurant = (restaurant: ChosenRestaurant | null) => {
  if (restaurant?.placeId === draft().restaurant?.placeId) changeDraft({ restaurant })
  else changeDraft({ restaurant, itemId: null, sent: false })
}

export const chooseCategory = (categoryId: CategoryId) => {
  if (categoryId === draft().categoryId) return
  const itsTags = tagsOf(categoryId).map(({ id }) => id)
  const tags = draft().tags.filter((tag) => itsTags.includes(tag))
  changeDraft({ categoryId, itemId: null, tags, sent: false })
}

export const nameItem = (itemName: string, itemId: number | null = null) =>
  changeDraft({ itemName, itemId, sent: false })
