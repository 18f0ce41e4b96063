import { cut } from '#platform/text/characters.ts'
import { writtenAddress } from './written-address.ts'
import { fold } from '../fold.ts'
import type { Gazetteer } from '../gazetteer/gazetteer.server.ts'
import { locate } from '../locate.server.ts'
import { readHours } from './read-hours.server.ts'
import type { SourcePlace } from './sources/source-place.ts'

/** A place as a row of the table; what its source doesn't say is left out. */
export type PlaceRow = Awaited<ReturnType<typeof rowOf>>

export async function rowOf(place: SourcePlace, cities: Gazetteer) {
  const where = locate(cities, place)
  const country = where.city_label.slice(-2)
  const address = cut(writtenAddress(place.address, country), 300)
  return {
    place_id: place.placeId,
    name: place.name,
    name_key: fold(place.name),
    ...where,
    ...(place.nameEn !== null && { name_en: place.nameEn }),
    ...(place.address.city && { town: place.address.city }),
    ...(address !== '' && { address }),
    ...(place.website !== null && { website: place.website }),
    ...(place.phone !== null && { phone: place.phone }),
    // Hours that can't be converted are known to be others than before: rather none than wrong ones.
    ...(place.openingHours !== null && { opening_hours: await readHours(place.openingHours) }),
    dated: place.dated,
    source: place.source,
    licence: place.licence,
  }
}
