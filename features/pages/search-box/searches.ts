import { lastSearches, maxLastSearches } from '#platform/web/storage/last-searches.ts'
import { firstCharacters } from '#platform/text/characters.ts'
import { chosenCity } from '#features/places/chosen.ts'
import { useNavigate } from 'react-router'

/** Returns as much of the typed text as a search accepts. */
export const toSearchQuery = (q: string) => firstCharacters(q.normalize('NFC').trim(), 100)

const rounded = (degrees: number) => String(Math.round(degrees * 1000) / 1000)

/** Returns the path of a search near the city that was chosen last (rules: rounding). */
export function searchPath(q: string): string {
  const place = chosenCity.get()
  const query = new URLSearchParams({ q: q.trim() })
  if (place) {
    query.set('latitude', rounded(place.latitude))
    query.set('longitude', rounded(place.longitude))
  }
  return q.trim() === '' ? '/search' : `/search?${query}`
}

export function storeSearch(q: string): void {
  const text = toSearchQuery(q.replace(/\s+/g, ' '))
  if (text === '') return
  const same = text.toLowerCase()
  const others = lastSearches.get().filter((other) => other.toLowerCase() !== same)
  lastSearches.set([text, ...others].slice(0, maxLastSearches))
}

/**
 * Returns a function that opens a search and stores it among the last searches. A search that is opened by its URL
 * isn't stored, because the URL may come from someone else.
 */
export function useOpenSearch(): (q: string) => void {
  const navigate = useNavigate()
  return (q) => {
    storeSearch(q)
    void navigate(searchPath(q))
  }
}
