import { useSyncExternalStore } from 'react'
import type { CategoryId } from '#domain/vocabulary/categories.ts'
import type { Output } from '#platform/contract/wire.ts'
import { onSessionChange, session } from '#platform/web/session.ts'
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

/** A place that a member brought along, with how far they have got with it. Everything in it can be stored. */
export type BroughtPlace = {
  memberId: number
  id: number
  place: SavedPlace
  /** Null until the server was asked. */
  match: Match | null
  /** `waits` is a favorite that waits on this device until there is a network. */
  state: 'open' | 'chosen' | 'saved' | 'waits' | 'left'
  favorite: ChosenFavorite | null
  /** Why it couldn't be saved, in words. */
  problem: string | null
}

type Progress = {
  places: readonly BroughtPlace[]
  /** What couldn't be read of the files, in words. */
  problems: readonly string[]
  busy: 'reading' | 'matching' | null
  /** Why finding the restaurants has stopped, in words. */
  stopped: string | null
}

const nothing: Progress = { places: [], problems: [], busy: null, stopped: null }
const listeners = new Set<() => void>()
let now = nothing
/** The member whose places are in memory. */
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

/** Loads what the member brought along earlier on this device. */
export async function loadProgress(): Promise<void> {
  if (!follows) onSessionChange(forgetAtLogOut)
  follows = true
  const { id } = session()
  if (of === id || id === null) return
  of = id
  changeProgress({ ...nothing, places: await keptPlacesOf(id) })
}

function forgetAtLogOut() {
  if (session().isLogged) return
  of = null
  changeProgress(nothing)
}

/** Adds the places of a file behind those that are there. A place that is there already isn't added again. */
export async function addPlaces(found: readonly SavedPlace[]): Promise<void> {
  const { id: memberId } = session()
  if (memberId === null) return
  const key = ({ name, dish, latitude, longitude }: SavedPlace) =>
    JSON.stringify([name, dish, latitude, longitude])
  const known = new Set(now.places.map(({ place }) => key(place)))
  const first = (now.places.at(-1)?.id ?? 0) + 1
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

/** Forgets everything that the member brought along. What they have saved stays saved. */
export async function forgetPlaces(): Promise<void> {
  changeProgress(nothing)
  if (of !== null) await dropPlacesOf(of)
}
