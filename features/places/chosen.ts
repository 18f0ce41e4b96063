import {
  defaultDistance,
  type DistanceOption,
  distanceOptions,
} from '#domain/position/distances.ts'
import { api } from '#platform/web/api/api.ts'
import { session } from '#platform/web/session/session.ts'
import { storedValue } from '#platform/web/storage/stored.ts'

export const selectedDistance = storedValue<DistanceOption>(
  'selectedDistance',
  defaultDistance,
  (json) => distanceOptions.find((distance) => distance === Number(json)),
)

/** The chosen city, around which listings are shown and the add-yolo wizard searches. */
export type ChosenCity = { latitude: number; longitude: number; name: string; slug?: string }

/** The city that is stored on this device as `lat`, `lng`, `name` and `slug`. */
export const chosenCity = storedValue<ChosenCity | null>(
  'location',
  null,
  (json) => {
    const { lat, lng, ...names } = (json ?? {}) as { lat?: number; lng?: number; name?: string }
    return toChosenCity({ ...names, latitude: lat, longitude: lng }) ?? undefined
  },
  {
    write: (place) =>
      place && { lat: place.latitude, lng: place.longitude, name: place.name, slug: place.slug },
  },
)

type Suggested = { [Key in keyof ChosenCity]?: ChosenCity[Key] | undefined }

/** Returns the city as a `ChosenCity`, or null if the provider gave no point or no name for it. */
export function toChosenCity({ name, latitude, longitude, slug }: Suggested): ChosenCity | null {
  const isPoint = Math.abs(latitude ?? NaN) <= 90 && Math.abs(longitude ?? NaN) <= 180
  if (!name || !isPoint) return null
  return { name, latitude: latitude!, longitude: longitude!, ...(slug && { slug }) }
}

/** Sets the place to search around, on this device and, for a member, in the account. */
export function chooseCity(place: ChosenCity): void {
  chosenCity.set(place)
  void saveChosenCity()
}

/** Chooses the place that is saved in the account, if none was chosen on this device yet. */
export async function loadSavedCity(): Promise<void> {
  if (chosenCity.get() || !session().isLogged) return
  const user = await api('GET /user', {}).catch((error: Error) =>
    console.warn(`The place was not found: ${error.message}`),
  )
  if (user?.location && !chosenCity.get()) chosenCity.set(user.location)
}

/**
 * Saves the place in the account, for notifications of new favorites nearby. A failure isn't shown, because searching
 * still works.
 */
export async function saveChosenCity(): Promise<void> {
  const place = chosenCity.get()
  if (!place || !session().isLogged) return
  const { latitude, longitude, name } = place
  await api('POST /save-location', { latitude, longitude, name }).catch((error: Error) =>
    console.warn(`The place was not saved: ${error.message}`),
  )
}
