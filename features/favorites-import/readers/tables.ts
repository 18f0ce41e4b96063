import Papa from 'papaparse'
import { foldText } from '#features/places/fold.ts'
import { withoutGuard } from '#platform/text/csv.ts'
import { isGoogleLink, namesPlaces, placeOfRecord } from './records.ts'
import type { SavedPlace } from './saved-place.ts'

/**
 * Yields the place of each row below a table's header, or null for a row without one. Returns whether a header was
 * found.
 */
export function* placesOfRows(
  rows: readonly (readonly string[])[],
): Generator<SavedPlace | null, boolean> {
  // Google's lists can have a title and an empty line above their header, and name their columns in any language.
  const top = rows.slice(0, 20)
  const known = top.findIndex((row) => namesPlaces(row.map(foldText)))
  const at = known === -1 ? top.findIndex((row) => row.some(isGoogleLink)) - 1 : known
  if (at < 0) return false
  const header = rows[at]!.map((name, n) => foldText(name) || `column ${n}`)
  for (const row of rows.slice(at + 1)) {
    // A Google list in an unknown language has the name in its first column, and a link to Google Maps.
    const otherName = known === -1 && row.some(isGoogleLink) ? row[0] : ''
    yield placeOfRecord(
      new Map(header.map((name, n) => [name, withoutGuard(row[n] ?? '').trim()])),
      otherName,
    )
  }
  return true
}

/** Returns at most `most` rows of a CSV whose cells are separated by commas, semicolons, tabs or bars. */
export const rowsOfCsv = (text: string, most: number): string[][] =>
  Papa.parse<string[]>(text, {
    skipEmptyLines: 'greedy',
    preview: most,
    delimitersToGuess: [',', ';', '\t', '|'],
  }).data
