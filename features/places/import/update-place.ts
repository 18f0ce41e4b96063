import { isDeepStrictEqual } from 'node:util'
import type { Selectable } from 'kysely'
import { milesBetween } from '#domain/position/miles.ts'
import type { DB } from '#platform/server/database/schema.ts'
import { foldText } from '../fold.ts'
import { lacksHouseNumberOf } from './house-number.ts'
import type { ImportedRestaurantRow } from './place-row.server.ts'

/** Facts that are imported, dated and corrected as a unit, each with its columns. */
export const columnsByFact = {
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
  cuisines: ['cuisines'],
} as const satisfies Record<string, readonly (keyof DB['restaurants'])[]>
export type RestaurantFact = keyof typeof columnsByFact
type FactColumn = (typeof columnsByFact)[RestaurantFact][number]

/** The columns of a stored place that an import reads or changes. */
export type StoredPlace = Pick<
  Selectable<DB['restaurants']>,
  FactColumn | 'id' | 'place_id' | 'also_key' | 'source' | 'licence' | 'corrected'
> & { told_at: Record<string, number> }

export type FactChanges = {
  row: StoredPlace
  /** Facts that got a new value. */
  changed: RestaurantFact[]
  /** Facts for which the import has another value, but whose stored value is newer, fuller or a member's correction. */
  left: RestaurantFact[]
}

/**
 * Returns the row after an import. A fact that the source leaves out stays, as does an address with a house number where
 * the source has none; the newer of two dated values wins, and a member's correction wins over both.
 */
export function mergeFacts(stored: StoredPlace, incoming: ImportedRestaurantRow): FactChanges {
  const row = { ...stored, told_at: { ...stored.told_at } }
  const changed: RestaurantFact[] = []
  const left: RestaurantFact[] = []
  for (const [fact, columns] of Object.entries(columnsByFact) as [
    RestaurantFact,
    readonly (keyof StoredPlace)[],
  ][]) {
    if (!isPresent(fact, incoming)) continue
    const values = Object.fromEntries(columns.map((column) => [column, incoming[column as never]]))
    const same = columns.every((column) => isDeepStrictEqual(values[column], stored[column]))
    if (!same && stored.corrected.includes(fact)) left.push(fact)
    else if (!same && isKnown(fact, stored) && isWorse(fact, incoming, stored)) left.push(fact)
    else {
      Object.assign(row, values)
      if (!same) changed.push(fact)
      dateFact(row.told_at, fact, incoming.dated, same)
    }
  }
  const hadAddress = isKnown('address', stored)
  const isTownAlone = hadAddress && stored.address === incoming.townAlone
  if (isTownAlone && !stored.corrected.includes('address')) {
    row.address = row.city_label
    changed.push('address')
  }
  // A restaurant without an address has its city's label instead, which a new position may change.
  if (!hadAddress && !changed.includes('address')) row.address = row.city_label
  row.also_key = otherNamesKey(row)
  Object.assign(row, { source: incoming.source, licence: incoming.licence })
  return { row, changed, left }
}

export const otherNamesKey = ({
  name_en,
  town,
}: {
  name_en?: string | null
  town?: string | null
}) => foldText(`${name_en ?? ''} ${town ?? ''}`)

const isPresent = (fact: RestaurantFact, incoming: ImportedRestaurantRow) =>
  columnsByFact[fact].every((column) => column in incoming)

const isKnown = (fact: RestaurantFact, stored: StoredPlace) =>
  fact === 'address'
    ? stored.address !== stored.city_label
    : stored[columnsByFact[fact][0]] !== null || fact in stored.told_at

const isWorse = (fact: RestaurantFact, incoming: ImportedRestaurantRow, stored: StoredPlace) =>
  isOlder(incoming.dated, stored.told_at[fact]) ||
  (fact === 'address' && lacksHouseNumberOf(incoming.address ?? '', stored.address))

const isOlder = (incoming: number | null, stored: number | undefined) =>
  incoming !== null && stored !== undefined && incoming < stored

/**
 * Sets a fact's date: the later of the two dates if the value is the same, otherwise the date of the new value, or none
 * if that has no date.
 */
function dateFact(
  dates: Record<string, number>,
  fact: RestaurantFact,
  dated: number | null,
  same: boolean,
) {
  if (dated === null) {
    if (!same) delete dates[fact]
  } else if (!same || dated > (dates[fact] ?? -Infinity)) dates[fact] = dated
}

/** Distance in miles (500 metres) beyond which a move isn't taken from a source, or from members, without a look. */
export const farMoveMiles = 0.3107

export type HoldReason = 'moved' | 'renamed' | 'moved and renamed'

/** What tells whether two records are of one place: degrees and names. */
export type ComparedPlace = Pick<StoredPlace, 'latitude' | 'longitude' | 'name_key' | 'name_en'>

/**
 * Returns why an operator has to decide before the change is stored, or null if nobody has to. A far move or a very
 * different name may mean that the source gave the id to another place.
 */
export function reasonToHold(stored: ComparedPlace, row: ComparedPlace): HoldReason | null {
  const moved = milesBetween(stored, row) > farMoveMiles
  const renamed = isRenamed(stored, row)
  if (moved) return renamed ? 'moved and renamed' : 'moved'
  return renamed ? 'renamed' : null
}

/** Returns whether two records of a place have quite different names, in English too. */
export const isRenamed = (
  one: Pick<ComparedPlace, 'name_key' | 'name_en'>,
  other: Pick<ComparedPlace, 'name_key' | 'name_en'>,
) =>
  areNamesUnrelated(one.name_key, other.name_key) &&
  areNamesUnrelated(foldText(one.name_en ?? ''), other.name_key) &&
  areNamesUnrelated(one.name_key, foldText(other.name_en ?? ''))

/** Words that so many names have that they don't show whether two names are the same. */
const common = new Set(
  'the a and at of restaurant ristorante restaurante cafe caffe coffee bar pub pizza pizzeria grill bistro brasserie house kitchen diner bakery la le les el los il da de du di des der die das am im zum zur'.split(
    ' ',
  ),
)

/** Returns whether two folded names have no distinctive word in common and aren't similar in their letters. */
export function areNamesUnrelated(a: string, b: string): boolean {
  if (a === b) return false
  const own = (name: string) => name.split(' ').filter((word) => word && !common.has(word))
  const words = new Set(own(a))
  if (own(b).some((word) => words.has(word))) return false
  return likeness(a, b) < 0.5
}

/** Returns whether a folded name has all words of another one, and else only words that many names have. */
export function isWholeNameIn(name: string, other: string): boolean {
  const [words, others] = [new Set(name.split(' ')), new Set(other.split(' '))]
  return (
    [...words].every((word) => others.has(word)) &&
    [...others].every((word) => words.has(word) || common.has(word))
  )
}

/** Returns Dice's coefficient of the names' pairs of letters, from 0 to 1. */
function likeness(a: string, b: string): number {
  const pairs = (name: string) => {
    const letters = Array.from(name.replaceAll(' ', ''))
    return new Set(letters.map((letter, index) => letter + (letters[index + 1] ?? '')))
  }
  const [one, other] = [pairs(a), pairs(b)]
  const both = [...one].filter((pair) => other.has(pair)).length
  return (2 * both) / (one.size + other.size)
}
