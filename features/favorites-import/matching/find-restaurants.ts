import type { ChosenCity } from '#features/places/chosen.ts'
import { api, asApiError } from '#platform/web/api/api.ts'
import { maxPlacesPerMatch } from '../limits.ts'
import {
  type BroughtPlace,
  changePlace,
  changePlaces,
  changeProgress,
  cityOfPlaces,
  progress,
  type TypedDish,
} from '../progress.ts'

/**
 * Asks the server, in batches, for the restaurants of all places that it wasn't asked about yet. Asks again for places
 * that weren't found if the city to look in has changed.
 */
export async function findRestaurants(): Promise<void> {
  if (progress().matching) return
  changeProgress({ matching: true, stopped: null })
  try {
    for (let some = toAsk(); some.length > 0; some = toAsk()) {
      const askedNear = cityKey(cityOfPlaces())
      const { matches } = await ask(some)
      // Meanwhile the member may have added a restaurant themselves, or logged out, which leaves no places to change.
      const now = new Map(progress().places.map(({ id, match }) => [id, match]))
      const found = some.map(({ id }, n) => [id, { match: matches[n]!, askedNear }] as const)
      changePlaces(new Map(found.filter(([id], n) => now.get(id) === some[n]!.match)))
    }
    changeProgress({ matching: false })
  } catch (error) {
    changeProgress({ matching: false, stopped: asApiError(error).message })
  }
}

/** Says that none of the restaurants that were found is the place. What was typed for it stays. */
export const refuseMatch = ({ id, match }: BroughtPlace, typed?: TypedDish) =>
  changePlace(id, {
    ...(typed && { favorite: null, typed }),
    match: match && { ...match, sure: 'none', candidates: [] },
    askedNear: cityKey(cityOfPlaces()),
  })

const cityKey = (city: ChosenCity | null) => (city ? `${city.latitude},${city.longitude}` : '')

/** Returns whether nothing was found for a place whose file says neither its position nor a city that the server knows. */
export const isMissedWithoutCity = ({ match }: BroughtPlace) =>
  match?.sure === 'none' && match.unplaced

/** Returns whether a place can't be looked for until a city is chosen. */
export const needsCity = (brought: BroughtPlace, city: ChosenCity | null): boolean =>
  city === null && isMissedWithoutCity(brought)

/** Returns whether the server has yet to be asked about a place, or asked again because this city was chosen. */
export const isToAsk = (brought: BroughtPlace, city: ChosenCity | null): boolean =>
  brought.match === null ||
  (city !== null && isMissedWithoutCity(brought) && brought.askedNear !== cityKey(city))

const toAsk = () =>
  progress()
    .places.filter((brought) => isToAsk(brought, cityOfPlaces()))
    .slice(0, maxPlacesPerMatch)

function ask(places: readonly BroughtPlace[]) {
  const city = cityOfPlaces()
  return api('POST /saved-places/match', {
    places: places.map(({ place: { name, latitude, longitude, address, city: town } }) => ({
      name,
      latitude,
      longitude,
      address,
      city: town,
    })),
    around: city && { latitude: city.latitude, longitude: city.longitude },
  })
}
