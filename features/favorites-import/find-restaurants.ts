import { chosenCity } from '#features/places/chosen.ts'
import { api, asApiError } from '#platform/web/api/api.ts'
import { maxPlacesPerMatch } from './limits.ts'
import { type BroughtPlace, changePlaces, changeProgress, progress } from './progress.ts'

/** Asks the server, in batches, for the restaurants of all places that it wasn't asked about yet. */
export async function findRestaurants(): Promise<void> {
  if (progress().busy !== null) return
  changeProgress({ busy: 'matching', stopped: null })
  try {
    for (let some = notAsked(); some.length > 0; some = notAsked()) {
      const { matches } = await ask(some)
      // If the member logs out or starts over meanwhile, there are no places left to change.
      changePlaces(new Map(some.map(({ id }, n) => [id, { match: matches[n] ?? none }])))
    }
    changeProgress({ busy: null })
  } catch (error) {
    changeProgress({ busy: null, stopped: asApiError(error).message })
  }
}

const none = { sure: 'none' as const, candidates: [] }

const notAsked = () =>
  progress()
    .places.filter(({ match }) => match === null)
    .slice(0, maxPlacesPerMatch)

function ask(places: readonly BroughtPlace[]) {
  const city = chosenCity.get()
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
