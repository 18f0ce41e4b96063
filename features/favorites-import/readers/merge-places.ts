import { milesBetween, type Point } from '#domain/position/miles.ts'
import { foldText } from '#features/places/fold.ts'
import type { SavedPlace } from './saved-place.ts'

/** Miles within which places of the same name are merged. People sometimes check in from next door. */
const samePlace = 0.2

const pointOf = ({ latitude, longitude }: SavedPlace): Point | null =>
  latitude === null || longitude === null ? null : { latitude, longitude }

/** Whether two texts can be of one place: one is missing, or begins with the other. */
function canBeSame(one: string, other: string): boolean {
  const [a, b] = [foldText(one), foldText(other)]
  return a.startsWith(b) || b.startsWith(a)
}

/** Whether two places of one name are the same. A chain has branches, and a dish can be in two categories. */
function isSame(one: SavedPlace, other: SavedPlace): boolean {
  if (one.categoryId !== null && other.categoryId !== null && one.categoryId !== other.categoryId)
    return false
  const [a, b] = [pointOf(one), pointOf(other)]
  if (a && b) return milesBetween(a, b) <= samePlace
  return canBeSame(one.city, other.city) && canBeSame(one.address, other.address)
}

/**
 * Merges check-ins and entries of the same place into one, with all facts that any of them has. Places that were
 * visited often or rated well come first. Otherwise places are in the order in which their names first occur.
 */
export function mergePlaces(places: readonly SavedPlace[]): SavedPlace[] {
  const byName = new Map<string, SavedPlace[]>()
  for (const place of places) {
    const key = `${foldText(place.name)}/${foldText(place.dish)}`
    const known = byName.get(key) ?? []
    const same = known.find((one) => isSame(one, place))
    if (same) Object.assign(same, merged(same, place))
    else known.push({ ...place })
    byName.set(key, known)
  }
  const all = [...byName.values()].flat()
  return all.toSorted((a, b) => weight(b) - weight(a))
}

const weight = ({ rating, times }: SavedPlace) => rating * 2 + Math.min(times, 10)

function merged(one: SavedPlace, other: SavedPlace): Partial<SavedPlace> {
  const located = pointOf(one) ? one : other
  return {
    latitude: located.latitude,
    longitude: located.longitude,
    address: one.address || other.address,
    city: one.city || other.city,
    categoryId: one.categoryId ?? other.categoryId,
    reason: one.reason || other.reason,
    note: one.note || other.note,
    rating: Math.max(one.rating, other.rating),
    times: one.times + other.times,
  }
}
