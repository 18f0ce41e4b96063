import { cut } from '#platform/text/characters.ts'
import { chosenPlace } from '#features/places/chosen.ts'

/** As much of what is typed as may be asked for. */
export const askable = (q: string) => cut(q.normalize('NFC').trim(), 100)

const rounded = (degrees: number) => String(Math.round(degrees * 1000) / 1000)

/** The page of a search, near the city that was chosen last (rules: rounding). */
export function searchAddress(q: string): string {
  const place = chosenPlace.get()
  const query = new URLSearchParams({ q: q.trim() })
  if (place) {
    query.set('latitude', rounded(place.latitude))
    query.set('longitude', rounded(place.longitude))
  }
  return q.trim() === '' ? '/search' : `/search?${query}`
}
