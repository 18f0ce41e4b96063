import { firstCharacters } from '#platform/text/characters.ts'
import { foldText } from '../fold.ts'
import { type Gazetteer, locationColumns } from '../gazetteer/gazetteer.server.ts'
import { parseHoursInThread } from './read-hours.server.ts'
import type { SourcePlace, AddressParts } from './sources/source-place.ts'

/** A place as a row of `restaurants`, without columns that its source says nothing about. */
export type ImportedRestaurantRow = Awaited<ReturnType<typeof restaurantRowOf>>

export async function restaurantRowOf(place: SourcePlace, cities: Gazetteer) {
  const where = locationColumns(cities, place)
  const country = where.city_label.slice(-2)
  // A town or a postcode alone is no address: the city's label stands for one then, and `town` keeps the town. Earlier
  // versions took it for one, which `mergeFacts` ends.
  const { full, street } = place.address
  const written = firstCharacters(formatAddress(place.address, country), 300)
  const address = full || street ? written : ''
  return {
    place_id: place.placeId,
    name: place.name,
    name_key: foldText(place.name),
    ...where,
    ...(place.nameEn !== null && { name_en: place.nameEn }),
    ...(place.address.city && { town: place.address.city }),
    ...(address !== '' && { address }),
    ...(address === '' && { townAlone: written }),
    ...(place.website !== null && { website: place.website }),
    ...(place.phone !== null && { phone: place.phone }),
    // Hours that can't be converted are stored as null, because no hours are better than outdated ones.
    ...(place.openingHours !== null && {
      opening_hours: await parseHoursInThread(place.openingHours),
    }),
    ...(place.cuisines !== null && { cuisines: place.cuisines }),
    dated: place.dated,
    source: place.source,
    licence: place.licence,
  }
}

/** Countries where the house number comes before the street. */
const numberFirst = new Set(
  'AU BD BZ CA EG FR GB GH GI HK IE IL IN JM JP KE KR LK LU MA MC MT MU MY NG NZ PH PK SG TH TN TT TW UG US ZA ZW'.split(
    ' ',
  ),
)
/** Countries where an address ends with city, state and postcode, in this order. */
const stateLast = new Set(['US', 'CA', 'AU'])

/** Returns the address in one line as people in the country write it, or '' if nothing is known. */
export function formatAddress(parts: AddressParts, country: string): string {
  const where = (parts.country ?? country).toUpperCase()
  if (parts.full) return parts.full
  const both = numberFirst.has(where)
    ? [parts.houseNumber, parts.street]
    : [parts.street, parts.houseNumber]
  const street = parts.street ? both.filter(Boolean).join(' ') : undefined
  const town = stateLast.has(where)
    ? [parts.city, [parts.state, parts.postcode].filter(Boolean).join(' ')]
    : [numberFirst.has(where) ? [parts.city, parts.postcode] : [parts.postcode, parts.city]].map(
        (pair) => pair.filter(Boolean).join(' '),
      )
  return [street, ...town].filter(Boolean).join(', ')
}
