import type { Place } from '#features/places/chosen.ts'
import type * as places from './contract.ts'

/** A provider may answer with a city that has no point or no name: nothing can be found near that. */
export function usable({
  name,
  latitude,
  longitude,
  slug,
}: Partial<places.CityPlace>): Place | null {
  const isPoint = Number.isFinite(latitude) && Number.isFinite(longitude)
  if (!name || !isPoint) return null
  return { name, latitude: latitude!, longitude: longitude!, ...(slug && { slug }) }
}
