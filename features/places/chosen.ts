import {
  defaultDistance,
  type DistanceOption,
  distanceOptions,
} from '#domain/position/distances.ts'
import { storedValue } from '#platform/web/storage/stored.ts'
import { useLoad } from '#platform/web/api/use-load.ts'
import type * as places from './contract.ts'

export const selectedDistance = storedValue<DistanceOption>(
  'selectedDistance',
  defaultDistance,
  (json) => distanceOptions.find((distance) => distance === Number(json)),
)

/** The chosen city, around which listings are shown and the add-yolo wizard searches. */
export type ChosenCity = { latitude: number; longitude: number; name: string; slug?: string }

const point = (value: unknown, max: number) =>
  typeof value === 'number' && Math.abs(value) <= max ? value : undefined

/**
 * Returns a city that is stored on this device as `lat`, `lng`, `name` and `slug`. The format of an earlier version can
 * still be read.
 */
const storedCity = (key: string) =>
  storedValue<ChosenCity | null>(
    key,
    null,
    (json) => {
      const it = (json ?? {}) as Record<string, unknown>
      const latitude = point(it.lat ?? it.latitude, 90)
      const longitude = point(it.lng ?? it.longitude, 180)
      if (latitude === undefined || longitude === undefined) return undefined
      const { name, slug } = it
      return {
        latitude,
        longitude,
        name: typeof name === 'string' ? name : '',
        ...(typeof slug === 'string' && slug !== '' && { slug }),
      }
    },
    {
      write: (place) =>
        place && { lat: place.latitude, lng: place.longitude, name: place.name, slug: place.slug },
    },
  )

export const chosenCity = storedCity('location')

/** Returns the city as a `ChosenCity`, or null if the provider gave no point or no name for it. */
export function toChosenCity({
  name,
  latitude,
  longitude,
  slug,
}: Partial<places.CityPlace>): ChosenCity | null {
  const isPoint = Number.isFinite(latitude) && Number.isFinite(longitude)
  if (!name || !isPoint) return null
  return { name, latitude: latitude!, longitude: longitude!, ...(slug && { slug }) }
}

/** Returns a function that loads cities by a typed name, for a <Combobox>. Those near the chosen city come first. */
export function useCities() {
  const { load } = useLoad('GET /places/cities')
  return (q: string) => {
    const near = chosenCity.get()
    return load({ q, ...(near && { latitude: near.latitude, longitude: near.longitude }) })
  }
}
