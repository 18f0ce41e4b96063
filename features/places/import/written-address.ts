import type { AddressParts } from './sources/source-place.ts'

/** Where the house number comes before the street. */
const numberFirst = new Set(
  'AU BD BZ CA EG FR GB GH GI HK IE IL IN JM JP KE KR LK LU MA MC MT MU MY NG NZ PH PK SG TH TN TT TW UG US ZA ZW'.split(
    ' ',
  ),
)
/** Where city, state and postcode follow in this order. */
const stateLast = new Set(['US', 'CA', 'AU'])

/** The address in one line as people of that country write it; '' where nothing is known of it. */
export function writtenAddress(parts: AddressParts, country: string): string {
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
