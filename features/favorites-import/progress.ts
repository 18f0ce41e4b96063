import { useSyncExternalStore } from 'react'
import type { CategoryId } from '#domain/vocabulary/categories.ts'
import type { Output } from '#platform/contract/wire.ts'
import { chosenCity, type ChosenCity, importCity } from '#features/places/chosen.ts'
import { hasSessionEnded, onSessionChange, session } from '#platform/web/session/session.ts'
import { useStored } from '#platform/web/storage/stored.ts'
import { dropPlacesOf, keepPlaces, keptPlacesOf } from './progress-database.ts'
import type { SavedPlace } from './readers/saved-place.ts'

export type Match = Output<'POST /saved-places/match'>['matches'][number]
export type Candidate = Match['candidates'][number]
export type ChosenRestaurant = Pick<Candidate, 'placeId' | 'name' | 'address'>

/** What a member chose to save for a place. */
export type ChosenFavorite = {
  restaurant: ChosenRestaurant
  categoryId: CategoryId
  itemName: string
  /** The dish's id if it is on the restaurant's list already. */
  itemId: number | null
}

/** A dish's name as the member typed it, and the category that they picked. */
export type TypedDish = { itemName: string; categoryId: CategoryId | null }

/** A place that a member brought along, and what they have done with it so far. It can be stored in IndexedDB. */
export type BroughtPlace = {
  memberId: number
  id: number
  place: SavedPlace
  /** Null until the server was asked about the place. */
  match: Match | null
  /** The city in which the server was asked to look, see `cityKey()`. Places that were asked earlier don't have it. */
  askedNear?: string
  /** `waits`: the favorite waits on this device to be sent. `left`: the member skipped the place. */
  state: 'open' | 'chosen' | 'saved' | 'waits' | 'left'
  favorite: ChosenFavorite | null
  /** The place id of the restaurant that the member picked, if several may be meant. */
  picked?: string
  /** What was typed and picked when the member skipped the place, for when they show it again. */
  typed?: TypedDish
  /** The text that says why the favorite couldn't be saved. */
  problem: string | null
}

type Progress = {
  places: readonly BroughtPlace[]
  /** Texts that say what couldn't be read from the files. */
  problems: readonly string[]
  reading: boolean
  matching: boolean
  /** The text that says why finding the restaurants has stopped. */
  stopped: string | null
}

const nothing: Progress = {
  places: [],
  problems: [],
  reading: false,
  matching: false,
  stopped: null,
}
const listeners = new Set<() => void>()
let now = nothing
/** The id of the member whose places are in memory. */
let of: number | null = null
let follows = false

export const progress = () => now

export function changeProgress(change: Partial<Progress>) {
  now = { ...now, ...change }
  for (const listener of listeners) listener()
}

export const useProgress = (): Progress =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    progress,
    () => nothing,
  )

/** Returns the city in which to look for places whose files don't say where they are. */
export const cityOfPlaces = (): ChosenCity | null => importCity.get() ?? chosenCity.get()

export function useCityOfPlaces(): ChosenCity | null {
  const chosen = useStored(chosenCity)
  return useStored(importCity) ?? chosen
}

/** Loads what the member brought along earlier on this device. */
export async function loadProgress(): Promise<void> {
  if (!follows) onSessionChange(forgetOfOthers)
  follows = true
  const { id } = session()
  if (of === id || id === null) return
  of = id
  changeProgress(nothing)
  const places = await keptPlacesOf(id)
  if (of === id) changeProgress({ places })
}

/**
 * Empties the memory once the member has logged out or another has logged in, in this tab or another. If the session
 * ended by itself, their city stays with their places; `beginSession()` removes it if another member follows.
 */
function forgetOfOthers() {
  const { id, isLogged } = session()
  if (of === null || id === of) return
  of = null
  if (isLogged || !hasSessionEnded()) importCity.remove()
  changeProgress(nothing)
}

/**
 * Adds places after the existing ones. A place that exists already isn't added again, but the server is asked about it
 * once more if nothing was found.
 */
export async function addPlaces(found: readonly SavedPlace[]): Promise<void> {
  const { id: memberId } = session()
  if (memberId === null) return
  const key = ({ name, dish, categoryId, latitude, longitude, address, city }: SavedPlace) =>
    JSON.stringify([name, dish, categoryId, latitude, longitude, address, city])
  const known = new Set(now.places.map(({ place }) => key(place)))
  const again = new Set(found.map(key))
  const missed = now.places.filter(
    ({ place, match }) => match?.sure === 'none' && again.has(key(place)),
  )
  changePlaces(new Map(missed.map(({ id }) => [id, { match: null }])))
  // Another tab may be adding places too, so their ids begin with the time.
  const first = Math.max((now.places.at(-1)?.id ?? 0) + 1, Date.now() * 1000)
  const added = found
    .filter((place) => !known.has(key(place)))
    .map((place, n): BroughtPlace => {
      const rest = { match: null, state: 'open', favorite: null, problem: null } as const
      return { memberId, id: first + n, place, ...rest }
    })
  changeProgress({ places: [...now.places, ...added] })
  await keepPlaces(added)
}

/** Changes some places, by their ids. */
export function changePlaces(changes: ReadonlyMap<number, Partial<BroughtPlace>>) {
  const places = now.places.map((one) => {
    const change = changes.get(one.id)
    return change ? { ...one, ...change } : one
  })
  changeProgress({ places })
  void keepPlaces(places.filter(({ id }) => changes.has(id)))
}

export const changePlace = (id: number, change: Partial<BroughtPlace>) =>
  changePlaces(new Map([[id, change]]))

/** Deletes all places that the member imported. Favorites already saved from them stay. */
export async function forgetPlaces(): Promise<void> {
  importCity.remove()
  changeProgress(nothing)
  if (of !== null) await dropPlacesOf(of)
}
