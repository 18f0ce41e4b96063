import { milesBetween, type Point } from '#domain/position/miles.ts'
import { asPoint } from '#features/offline/answer-data.ts'
import { keptObjects, type KeptObject } from '#features/offline/kept-answers.ts'
import type { CityPlace } from './contract.ts'
import { foldText } from './fold.ts'

/** A restaurant that appears in the lists, dishes and restaurants that this device keeps. */
export type KeptRestaurant = {
  kept: true
  /** The place id, or the restaurant's own number as text if the device doesn't have the place id. */
  id: string
  restaurantId: number
  name: string
  /** The address, or the city's name if the device doesn't have the address. */
  address: string
  /** Null unless the device has the restaurant's own position. */
  distanceMiles: number | null
}

type Found = {
  restaurant: Omit<KeptRestaurant, 'distanceMiles'>
  /** Distance in miles from `point`: 0 if the point is the restaurant's own position, Infinity if it has no point. */
  within: number
  point: Point | null
}

const most = 10
/** Maximum distance of suggested restaurants, the same as on the server. */
export const maxMiles = 50

const wordsOf = (text: string) => foldText(text).split(' ')

/** Returns whether each typed word is the beginning of a word of the name. */
function matches(name: string, typed: string) {
  const words = wordsOf(name)
  return wordsOf(typed).every((start) => words.some((word) => word.startsWith(start)))
}

/** Returns the restaurants kept on this device whose names match what was typed, the nearest first. */
export async function keptRestaurants(typed: string, place: Point): Promise<KeptRestaurant[]> {
  const all = (await keptObjects()).flatMap((object) => restaurantIn(object) ?? [])
  const byId = new Map<number, Found>()
  // Of several entries of a restaurant, the last one stays: the one with the most exact position.
  for (const one of all.toSorted((a, b) => b.within - a.within))
    byId.set(one.restaurant.restaurantId, one)
  const farthest = ({ point, within }: Found) =>
    point ? milesBetween(place, point) + within : Infinity
  return (
    [...byId.values()]
      .map((found) => ({ ...found, miles: farthest(found) }))
      // Restaurants whose position isn't known come last.
      .filter(({ miles }) => miles <= maxMiles || miles === Infinity)
      .filter(({ restaurant }) => matches(restaurant.name, typed))
      .toSorted((a, b) => a.miles - b.miles || a.restaurant.name.localeCompare(b.restaurant.name))
      .slice(0, most)
      .map(({ restaurant, within, miles }) => ({
        ...restaurant,
        distanceMiles: within === 0 ? miles : null,
      }))
  )
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Returns the restaurant that a kept object is, or that a kept dish belongs to; null if there is none. */
function restaurantIn({ fields, from }: KeptObject): Found | null {
  const { id, placeId, name, address, restaurantId, restaurantName, cityName } = fields
  // No favorite can be added at a restaurant that has closed.
  if (fields.closed === true) return null
  const distance = fields.distanceMiles
  const away = {
    point: typeof distance === 'number' ? from : null,
    within: typeof distance === 'number' ? distance : Infinity,
  }
  const kept = (restaurant: Omit<Found['restaurant'], 'kept'>, where = away): Found => ({
    restaurant: { kept: true, ...restaurant },
    ...where,
  })
  if (typeof restaurantId === 'number' && isText(restaurantName) && isText(cityName))
    return kept({
      id: String(restaurantId),
      restaurantId,
      name: restaurantName,
      address: cityName,
    })
  if (typeof id !== 'number' || !isText(name) || !isText(address)) return null
  const own = asPoint(fields)
  const known = { restaurantId: id, name, address }
  if (isText(placeId) && own) return kept({ ...known, id: placeId }, { point: own, within: 0 })
  // A restaurant that likely serves a list's category.
  return Array.isArray(fields.cuisines) ? kept({ ...known, id: String(id) }) : null
}

/** Returns the cities whose lists this device keeps and whose names match what was typed. */
export async function keptCities(typed: string): Promise<CityPlace[]> {
  const all = (await keptObjects()).flatMap((object) => cityIn(object) ?? [])
  return [...new Map(all.map((city) => [city.slug, city])).values()]
    .filter(({ name }) => matches(name, typed))
    .toSorted((a, b) => a.name.localeCompare(b.name))
}

/** Returns the city that a kept object is, or whose list it is; null if there is none. */
function cityIn({ fields }: KeptObject): CityPlace | null {
  const { spot, question, cityPage } = fields
  const listed = cityPage === true && spot ? (spot as KeptObject['fields']) : fields
  const point = asPoint(listed === fields ? fields : (question as { point?: unknown })?.point)
  const { name, slug } = listed
  if (!point || !isText(name) || !isText(slug)) return null
  return { id: slug, name, slug, address: 'From this device', timeZone: '', ...point }
}
