import { sql } from 'kysely'
import type { Database } from '../../platform/server/services.ts'
import { foldText } from '../../features/places/fold.ts'
import { generator } from '../centres.ts'
import { inLatinLetters } from './latin-letters.ts'

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

type Spoil = (place: Place, random: Random) => string | null

/** Each class alters a real name in one way. Returns null if the name can't be altered that way. */
export const classes: Record<string, Spoil> = {
  exact: ({ name }) => name,
  'without accents': ({ name }) => (foldText(name) === name.toLowerCase() ? null : foldText(name)),
  '& for and': ({ name }) => (/ and /i.test(name) ? name.replace(/ and /i, ' & ') : null),
  'and for &': ({ name }) => (/ ?& ?/.test(name) ? name.replace(/ ?& ?/, ' and ') : null),
  'letters swapped': ({ name }, random) => spoilt(name, random, swapped),
  'letter dropped': ({ name }, random) => spoilt(name, random, dropped),
  'letter doubled': ({ name }, random) => spoilt(name, random, doubled),
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
  'half the name': ({ name }) =>
    name.length < 8 ? null : name.slice(0, Math.ceil(name.length * 0.6)).trim(),
  'number before': ({ name }, random) =>
    /\d/.test(name) ? null : `${2 + Math.floor(random() * 300)} ${name}`,
  'city misspelt': ({ name, cityName }, random) => besideMisspeltCity(name, cityName, random),
  'Latin letters': ({ name }, random) => inLatinLetters(name, random),
}

/** Classes for searches from another country, whose text names the city. */
export const farClasses: Record<string, Spoil> = {
  'city added': classes['city added']!,
  'in the city': ({ name, cityName }) => `${name} in ${cityName.split(',')[0]}`,
  'city misspelt': classes['city misspelt']!,
}

function besideMisspeltCity(name: string, cityName: string, random: Random) {
  const spelt = spoilt(
    cityName.split(',')[0]!,
    random,
    [swapped, dropped, doubled][Math.floor(random() * 3)]!,
  )
  return spelt && `${name} ${spelt}`
}

const swapped = (word: string, at: number) =>
  word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2)
const dropped = (word: string, at: number) => word.slice(0, at) + word.slice(at + 1)
const doubled = (word: string, at: number) => word.slice(0, at + 1) + word[at]! + word.slice(at + 1)

/** Alters one of the longer words, but not its first letter. Returns null if there is no such word. */
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

/** Returns the places in a random order, which is always the same for a seed. */
export async function someplaces(database: Database, seed: string): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select id, name, address, town, city_label as "cityName", latitude, longitude from restaurants
     where length(name_key) > 3 order by md5(${seed} || place_id)`.execute(database)
  return rows
}

export const cityClasses: Record<string, (name: string, random: Random) => string | null> = {
  'city, letters swapped': (name, random) => spoilt(name, random, swapped),
  'city, letter dropped': (name, random) => spoilt(name, random, dropped),
  'city, letter doubled': (name, random) => spoilt(name, random, doubled),
}

export const random = () => generator(7)
