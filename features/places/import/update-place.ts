import { isDeepStrictEqual } from 'node:util'
import type { Selectable } from 'kysely'
import { milesBetween } from '#domain/miles.ts'
import type { DB } from '#platform/server/schema.ts'
import { fold } from '../fold.ts'
import type { PlaceRow } from './place-row.server.ts'

/** Facts that are imported, dated and corrected as one, and the columns that hold them. */
export const facts = {
  name: ['name', 'name_key'],
  'English name': ['name_en'],
  town: ['town'],
  position: [
    ...(['latitude', 'longitude', 'cell5', 'cell7'] as const),
    ...(['city_id', 'city_label', 'city_slug', 'time_zone'] as const),
  ],
  address: ['address'],
  website: ['website'],
  phone: ['phone'],
  hours: ['opening_hours'],
} as const satisfies Record<string, readonly (keyof DB['restaurants'])[]>
export type Fact = keyof typeof facts
type FactColumn = (typeof facts)[Fact][number]

/** What the table holds of a place, as far as an import may change it. */
export type StoredPlace = Pick<
  Selectable<DB['restaurants']>,
  FactColumn | 'id' | 'place_id' | 'also_key' | 'source' | 'licence' | 'corrected'
> & { told_at: Record<string, number> }

export type Update = {
  row: StoredPlace
  /** Which facts are others than before. */
  changed: Fact[]
  /** Facts left as they are: the stored value is newer, or a member corrected it. */
  left: Fact[]
}

/**
 * The row after an import: a fact that the source leaves out stays, the newer of two dated ones wins, what was
 * set right by members wins over both.
 */
export function update(stored: StoredPlace, incoming: PlaceRow): Update {
  const row = { ...stored, told_at: { ...stored.told_at } }
  const changed: Fact[] = []
  const left: Fact[] = []
  for (const [fact, columns] of Object.entries(facts) as [Fact, readonly (keyof StoredPlace)[]][]) {
    if (!isPresent(fact, incoming)) continue
    const values = Object.fromEntries(columns.map((column) => [column, incoming[column as never]]))
    const same = columns.every((column) => isDeepStrictEqual(values[column], stored[column]))
    if (!same && stored.corrected.includes(fact)) left.push(fact)
    else if (!same && isKnown(fact, stored) && isOlder(incoming.dated, stored.told_at[fact]))
      left.push(fact)
    else {
      Object.assign(row, values)
      if (!same) changed.push(fact)
      dateFact(row.told_at, fact, incoming.dated, same)
    }
  }
  // Without an address of its own it goes by its city.
  if (!isKnown('address', stored) && !changed.includes('address')) row.address = row.city_label
  row.also_key = alsoKey(row)
  Object.assign(row, { source: incoming.source, licence: incoming.licence })
  return { row, changed, left }
}

export const alsoKey = ({ name_en, town }: { name_en?: string | null; town?: string | null }) =>
  fold(`${name_en ?? ''} ${town ?? ''}`)

const isPresent = (fact: Fact, incoming: PlaceRow) =>
  facts[fact].every((column) => column in incoming)

const isKnown = (fact: Fact, stored: StoredPlace) =>
  fact === 'address' ? stored.address !== stored.city_label : stored[facts[fact][0]] !== null

const isOlder = (incoming: number | null, stored: number | undefined) =>
  incoming !== null && stored !== undefined && incoming < stored

/** A value that is confirmed is as new as the newer of the two dates; a new value is as new as its source. */
function dateFact(dates: Record<string, number>, fact: Fact, dated: number | null, same: boolean) {
  if (dated === null) {
    if (!same) delete dates[fact]
  } else if (!same || dated > (dates[fact] ?? -Infinity)) dates[fact] = dated
}

/** 500 metres, in miles. */
const far = 0.3107

export type HeldFor = 'moved' | 'renamed' | 'moved and renamed'

/** Why an operator has to look first: an id that now names another place looks like a move. */
export function heldFor(stored: StoredPlace, { row }: Update): HeldFor | null {
  const moved = milesBetween(stored, row) > far
  const renamed =
    isOtherName(stored.name_key, row.name_key) &&
    isOtherName(fold(stored.name_en ?? ''), row.name_key) &&
    isOtherName(stored.name_key, fold(row.name_en ?? ''))
  if (moved) return renamed ? 'moved and renamed' : 'moved'
  return renamed ? 'renamed' : null
}

/** Words that many names have. */
const common = new Set(
  'the a and at of restaurant ristorante restaurante cafe caffe coffee bar pub pizza pizzeria grill bistro brasserie house kitchen diner bakery la le les el los il da de du di des der die das am im zum zur'.split(
    ' ',
  ),
)

/** Two names without a word in common, nor alike in their letters. */
export function isOtherName(a: string, b: string): boolean {
  if (a === b) return false
  const own = (name: string) => name.split(' ').filter((word) => word && !common.has(word))
  const words = new Set(own(a))
  if (own(b).some((word) => words.has(word))) return false
  return likeness(a, b) < 0.5
}

/** Dice's coefficient of their pairs of letters. */
function likeness(a: string, b: string): number {
  const pairs = (name: string) => {
    const letters = Array.from(name.replaceAll(' ', ''))
    return new Set(letters.map((letter, index) => letter + (letters[index + 1] ?? '')))
  }
  const [one, other] = [pairs(a), pairs(b)]
  const both = [...one].filter((pair) => other.has(pair)).length
  return (2 * both) / (one.size + other.size)
}
