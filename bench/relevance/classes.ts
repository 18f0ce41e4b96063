import { sql } from 'kysely'
import type { Database } from '#platform/server/services.ts'
import { fold } from '#features/places/fold.ts'
import { generator } from '../centres.ts'

export type Place = {
  id: number
  name: string
  address: string
  town: string | null
  cityName: string
  latitude: number
  longitude: number
}
type Random = () => number

/** Each class spoils a real name in one way; null where it can't be spoilt so. */
export const classes: Record<string, (place: Place, random: Random) => string | null> = {
  exact: ({ name }) => name,
  'without accents': ({ name }) => (fold(name) === name.toLowerCase() ? null : fold(name)),
  '& for and': ({ name }) => (/ and /i.test(name) ? name.replace(/ and /i, ' & ') : null),
  'and for &': ({ name }) => (/ ?& ?/.test(name) ? name.replace(/ ?& ?/, ' and ') : null),
  'letters swapped': ({ name }, random) =>
    spoilt(
      name,
      random,
      (word, at) => word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2),
    ),
  'letter dropped': ({ name }, random) =>
    spoilt(name, random, (word, at) => word.slice(0, at) + word.slice(at + 1)),
  'letter doubled': ({ name }, random) =>
    spoilt(name, random, (word, at) => word.slice(0, at + 1) + word[at]! + word.slice(at + 1)),
  'words joined': ({ name }) =>
    /^[\p{L}\d' -]+ [\p{L}\d' -]+$/u.test(name) && name.length < 32
      ? name.replaceAll(' ', '')
      : null,
  'city added': ({ name, cityName }) => `${name} ${cityName.split(',')[0]}`,
  'street added': ({ name, address }) => {
    const street = /[\p{L}][\p{L} .-]{3,}/u.exec(address.split(',')[0] ?? '')?.[0].trim()
    return street ? `${name} ${street}` : null
  },
  'restaurant added': ({ name }) => `${name} restaurant`,
  'other word order': ({ name }) =>
    name.includes(' ') ? name.split(' ').toReversed().join(' ') : null,
}

/** In one of the longer words, not in its first letter. */
function spoilt(name: string, random: Random, by: (word: string, at: number) => string) {
  const words = name.split(' ')
  const long = words.flatMap((word, index) => (/^\p{L}{5,}$/u.test(word) ? [index] : []))
  if (long.length === 0) return null
  const index = long[Math.floor(random() * long.length)]!
  const word = words[index]!
  for (let turn = 0; turn < 20; turn += 1) {
    const at = 1 + Math.floor(random() * (word.length - 2))
    const made = by(word, at)
    if (made !== word) return words.with(index, made).join(' ')
  }
  return null
}

/** Places in a random order that is always the same. */
export async function someplaces(database: Database, count: number): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select id, name, address, town, city_label as "cityName", latitude, longitude from restaurants
     where length(name_key) > 3 order by md5(place_id) limit ${count}`.execute(database)
  return rows
}

export const cityClasses: Record<string, (name: string, random: Random) => string | null> = {
  'city, letters swapped': (name, random) =>
    spoilt(
      name,
      random,
      (word, at) => word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2),
    ),
  'city, letter dropped': (name, random) =>
    spoilt(name, random, (word, at) => word.slice(0, at) + word.slice(at + 1)),
  'city, letter doubled': (name, random) =>
    spoilt(name, random, (word, at) => word.slice(0, at + 1) + word[at]! + word.slice(at + 1)),
}

export const random = () => generator(7)
