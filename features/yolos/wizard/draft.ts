import { useSyncExternalStore } from 'react'
import type { Point } from '#domain/position/miles.ts'
import type { CategoryId } from '#domain/vocabulary/categories.ts'
import { tagsOf } from '#domain/vocabulary/tags.data.ts'
import { session } from '#platform/web/session/session.ts'
import { readFromDevice, writeToDevice } from '#platform/web/storage/device-database.ts'

export type ChosenRestaurant = { placeId: string; name: string; address: string }
/** A point with the name of its city. */
export type CityPoint = Point & { name: string }
/** A pin is `placed` on the map, or otherwise the member's location at the time. */
export type Pin = CityPoint & { placed?: boolean }
/** The form that adds a missing restaurant. If `pin` is null, the restaurant is placed in the city's center. */
export type MissingRestaurant = { name: string; address: string; pin: Pin | null }
export type SavedYolo = {
  id: number
  itemName: string
  restaurantName: string
  citySlug: string
  /** The `image` of its photo, once there is one. */
  image?: string
}

/** Everything entered in the wizard so far. */
export type Draft = {
  /** Where to look for the restaurant instead of around the chosen city. */
  around: CityPoint | null
  restaurant: ChosenRestaurant | null
  missing: MissingRestaurant
  categoryId: CategoryId | null
  /** An item of the restaurant, or null for the one named `itemName`. */
  itemId: number | null
  itemName: string
  /** All that were chosen, also in another category. `fittingTags` returns those that count. */
  tags: number[]
  description: string
  /** The author's name to show, which only user 20 can enter. */
  userName: string
  /** The photo that was chosen for it and isn't sent yet. */
  photo: Blob | null
  /** Id of the member who wrote the draft, or null for a visitor. */
  by: number | null
  saved: SavedYolo | null
}

export const emptyDraft: Draft = {
  around: null,
  restaurant: null,
  missing: { name: '', address: '', pin: null },
  categoryId: null,
  itemId: null,
  itemName: '',
  tags: [],
  description: '',
  userName: '',
  photo: null,
  by: null,
  saved: null,
}

const key = 'draft'
const listeners = new Set<() => void>()
let now = emptyDraft

/**
 * Reads the device's draft, of which there is one. It lasts until it is saved or discarded, so that a log-in, a reload
 * or a lost connection loses nothing. Another member's is discarded.
 */
export async function loadDraft(): Promise<Draft> {
  const stored = (await readFromDevice(key)) as Partial<Draft> | null
  const { id } = session()
  // Without storage, the draft lasts as long as the page.
  const draft = stored ?? (now.by === id ? now : emptyDraft)
  const isAnothers = draft.by != null && id !== null && draft.by !== id
  show({ ...emptyDraft, ...(isAnothers ? {} : draft) })
  return now
}

function show(draft: Draft) {
  now = draft
  for (const listener of listeners) listener()
}

export const currentDraft = () => now

export function changeDraft(change: Partial<Draft>): void {
  show({ ...now, by: session().id ?? now.by, ...change })
  void writeToDevice(key, now)
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

/** Returns whether something was entered that would have to be entered again. */
export const isBegun = ({ saved, restaurant, itemName, description, missing }: Draft) =>
  !saved && (restaurant !== null || Boolean(itemName || description || missing.name))

/** Returns the draft's tags that fit its category. The others stay for when the member returns to theirs. */
export const fittingTags = ({ categoryId, tags: chosen }: Draft): number[] =>
  tagsOf(categoryId ?? 0).flatMap(({ id }) => (chosen.includes(id) ? id : []))

/** Sets the restaurant. If it differs, the chosen item is cleared, because it belongs to the old restaurant. */
export const chooseRestaurant = (restaurant: ChosenRestaurant | null) =>
  changeDraft({
    restaurant,
    ...(restaurant?.placeId !== now.restaurant?.placeId && { itemId: null }),
  })

export const chooseCategory = (categoryId: CategoryId) =>
  changeDraft({ categoryId, ...(categoryId !== now.categoryId && { itemId: null }) })
