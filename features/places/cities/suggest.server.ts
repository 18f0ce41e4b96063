import { type RawBuilder, sql } from 'kysely'
import type { Point } from '#domain/position/miles.ts'
import type { Database } from '#platform/server/services.ts'
import { foldCity, foldText } from '../fold.ts'
import { type City, cityBySlug, cityColumnsSql } from './cities.server.ts'
import { shortNames } from './short-names.data.ts'

/** Maximum length of a text: a city's name has up to 10 words, and a district, a state and a country follow it. */
const maxLength = 80
const maxWords = 12

/**
 * Factors by which a city's population is multiplied for its score: `whole` if the whole name matches, `begun` if only
 * its beginning does. They rank Bath before Bathinda for 'bath', and still find Vienna for 'wien'.
 */
const weights = { own: { whole: 5, begun: 1 }, other: { whole: 0.2, begun: 0.02 } }
/**
 * Factor by which a city counts more if its region is named: 'Richmond, CA' is in California, though the one in Canada is
 * larger. 'London, CA' is still in Canada.
 */
const regionBeforeCountry = 10

/**
 * Minimum population for a name without a state or country to mean the city in a longer text. A smaller city's name is
 * more likely meant as an ordinary word: 'Bar', 'Sandwich'.
 */
const minKnown = { own: 15_000, other: 300_000, shortened: 150_000 }

type Found = City & { key: string; areas: string; isOther: boolean }
type Split = { name: string; rest: string[] }

const foundColumnsSql = sql`${cityColumnsSql}, key, areas`

/**
 * Suggests cities whose names begin with a text, perhaps followed by their state or country; those within 0.1° of the
 * point come first, then the largest. Zip codes, short names ('dc'), addresses that end with a city and misspelled names find it, too.
 */
export async function suggestCities(
  database: Database,
  q: string,
  near: Point | undefined,
  limit: number,
): Promise<City[]> {
  const found = await suggest(database, q, near, limit)
  if (found.length > 0) return found
  const inAddress = /[\d,]/.test(q) ? await suggestInAddress(database, q, near, limit) : []
  if (inAddress.length > 0) return inAddress
  const last = await cityNamedLast(database, q, near)
  return last ? [last] : similarCities(database, splitsOf(wordsOf(q)), limit)
}

async function suggestInAddress(
  database: Database,
  q: string,
  near: Point | undefined,
  limit: number,
): Promise<City[]> {
  const zips = [...q.matchAll(postcode)].map(([zip]) => zip)
  const ofZip = await cityOfZip(database, foldText(zips.at(-1) ?? ''))
  const parts = q.replace(postcode, ' ').split(',')
  // Left out are the street, and perhaps a suite or a district after it.
  for (let left = zips.length > 0 ? 0 : 1; left < Math.min(3, parts.length); left += 1) {
    const cities = await suggest(database, parts.slice(left).join(','), near, limit)
    const isZips = ofZip && cities.some(({ id }) => id === ofZip.id)
    if (isZips) return [ofZip, ...cities.filter(({ id }) => id !== ofZip.id)]
    if (cities.length > 0) return cities
  }
  return []
}

/**
 * Postcodes of five digits, Canadian ones, and ones of four digits that follow a word, as in Australia. A house number may
 * look the same.
 */
const postcode =
  /(?<![\p{L}\d])(?:\d{5}(?:-\d{4})?|(?<=\p{L} )\d{4}|[a-z]\d[a-z] ?\d[a-z]\d)(?![\p{L}\d])/giu

async function suggest(database: Database, q: string, near: Point | undefined, limit: number) {
  const words = wordsOf(q)
  if (words.length === 0) return []
  const short = await shortOrZip(database, words.join(' '))
  const splits = splitsOf(words)
  const exact = exactMatches(
    await citiesCalled(
      database,
      splits.map(({ name }) => name),
    ),
    splits,
  )
  const sure = exact.some(({ split }) => split.rest.length > 0) ? best(exact, near) : []
  let found: City[] = []
  let rest: string[] = []
  // 'minneapolis mn us': the longest run of first words that finds a city is the name, the rest is state and country.
  for (const split of splits) {
    found = await citiesBeginning(database, split, words, near, limit)
    rest = split.rest
    if (found.length > 0) break
  }
  // 'saint pul' is Saint Paul sooner than a town of Pulaski County.
  const isDoubtful = found.length > 0 && (rest.at(-1) ?? '').length > 2
  const similar =
    sure.length === 0 && !short && isDoubtful ? await similarCities(database, splits, limit) : []
  const all = [...(short ? [short] : []), ...sure, ...similar, ...found]
  return [...new Map(all.map((city) => [city.id, city])).values()].slice(0, limit)
}

/**
 * Returns the city that a text names: by its zip code, its short name, or its name with or without its state or country.
 * A small city isn't found by its name alone. Of several cities it prefers those near the point, then the most populous.
 */
export async function namedCity(
  database: Database,
  text: string,
  near: Point | undefined,
): Promise<City | undefined> {
  const words = wordsOf(text)
  if (words.length === 0) return undefined
  const whole = words.join(' ')
  const short = await shortOrZip(database, whole)
  if (short) return short
  const splits = splitsOf(words)
  const names = [...splits.map(({ name }) => name), `${foldCity(whole)} city`]
  const found = await citiesCalled(database, names)
  const shortened = found.find(
    ({ key, isOther, population }) =>
      key === `${foldCity(whole)} city` && !isOther && population >= minKnown.shortened,
  )
  const known = exactMatches(found, splits).filter(
    ({ city, split }) =>
      split.rest.length > 0 || city.population >= minKnown[city.isOther ? 'other' : 'own'],
  )
  return shortened ?? best(known, near)[0]
}

/** Returns the city that the last words of a text name, such as Minneapolis for 'Downtown Minneapolis'. */
export async function cityNamedLast(database: Database, text: string, near: Point | undefined) {
  const words = wordsOf(text)
  for (let left = 1; left < Math.min(words.length, 6); left += 1) {
    const city = await namedCity(database, words.slice(left).join(' '), near)
    if (city) return city
  }
}

/** Returns the folded words of a text, or none if it can't be a city's name: none has a wildcard of LIKE. */
function wordsOf(text: string): string[] {
  if (/[%_\\]/.test(text)) return []
  const words = foldText(text.slice(0, maxLength)).split(' ')
  return words[0] === '' || words.length > maxWords ? [] : words
}

/** Returns the ways to divide words into a name and the areas after it, the longest name first. */
const splitsOf = (words: string[]): Split[] =>
  words
    .map((_, index) => words.length - index)
    .map((count) => ({ name: foldCity(words.slice(0, count).join(' ')), rest: words.slice(count) }))

async function shortOrZip(database: Database, folded: string) {
  if (Object.hasOwn(shortNames, folded)) return cityBySlug(database, shortNames[folded]!)
  return cityOfZip(database, folded)
}

async function cityOfZip(database: Database, folded: string): Promise<City | undefined> {
  const zip = /^(\d{5})(?: \d{4})?$/.exec(folded)?.[1]
  if (!zip) return undefined
  const { rows } = await sql<City>`
    select ${cityColumnsSql} from cities
     where zips <> '{}' and zips @> array[${Number(zip)}::integer] limit 1`.execute(database)
  return rows[0]
}

/** Returns the cities that are called exactly by one of these folded names. */
async function citiesCalled(database: Database, names: string[]): Promise<Found[]> {
  const patterns = names.map((name) => `%|${name}|%`)
  const { rows } = await sql<Found>`
    select ${foundColumnsSql}, false as "isOther" from cities where key = any (${names}::text[])
    union all
    select * from (
      select ${cityColumnsSql}, split_part(match, '|', 2) as key, areas, true as "isOther"
        from unnest(${patterns}::text[]) as match
        join cities on other_keys <> '' and other_keys like match) others`.execute(database)
  return rows
}

/** Returns the cities whose name is followed by the whole name or code of their region or country, or by nothing. */
function exactMatches(found: Found[], splits: Split[]) {
  return found.flatMap((city) =>
    splits.flatMap((split) => {
      if (split.name !== city.key) return []
      const rest = split.rest.join(' ')
      const area = rest === '' ? null : namedArea(city.areas, rest)
      // A short name in another language is too often an ordinary word: 'bar' is also a name of Qionghai.
      const isWord = city.isOther && /^[a-z]{1,4}$/.test(split.name)
      if (area === undefined || isWord) return []
      const factor = area === 'region' ? regionBeforeCountry : 1
      const weight = weights[city.isOther ? 'other' : 'own'].whole
      return [{ city, split, score: (city.population + 1) * weight * factor }]
    }),
  )
}

/** Returns what a folded text names as a whole: the city's region, perhaps with its country, or its country alone. */
function namedArea(areas: string, text: string): 'region' | 'country' | undefined {
  const [regions = [], countries = []] = areas.split('||').map((names) => names.split('|'))
  const isCountry = (name: string) =>
    countries.includes(name) || name.split(' ').every((word) => countries.includes(word))
  const isRegion = regions.some(
    (name) =>
      text === name || (text.startsWith(`${name} `) && isCountry(text.slice(name.length + 1))),
  )
  if (isRegion) return 'region'
  return isCountry(text) ? 'country' : undefined
}

function best(matches: { city: Found; score: number }[], near: Point | undefined): City[] {
  const scored = matches.map(({ city, score }) => ({ city, score, isNear: isNear(city, near) }))
  return scored
    .toSorted((a, b) => Number(b.isNear) - Number(a.isNear) || b.score - a.score)
    .map(({ city }) => city)
}

const nearDegrees = 0.1
const isNear = (city: Point, near: Point | undefined) =>
  near !== undefined &&
  Math.abs(city.latitude - near.latitude) <= nearDegrees &&
  Math.abs(city.longitude - near.longitude) <= nearDegrees

/** Returns the cities whose name begins so and whose areas have words that begin with the rest. */
async function citiesBeginning(
  database: Database,
  { name, rest }: Split,
  words: string[],
  near: Point | undefined,
  limit: number,
): Promise<City[]> {
  // A final 'st' may be short for 'saint' or the beginning of 'stockholm'.
  const begun = [...name.split(' ').slice(0, -1), words[words.length - rest.length - 1]].join(' ')
  const names = [...new Set([name, begun])]
  const areas = rest.map((word) => `% ${word}%`)
  const { latitude = null, longitude = null } = near ?? {}
  const any = (each: (text: string) => RawBuilder<unknown>) =>
    sql`(${sql.join(names.map(each), sql` or `)})`
  const { own, other } = weights
  const { rows } = await sql<City>`
    select ${cityColumnsSql} from (
      select distinct on (id) * from (
        select *, case when key = any (${names}::text[]) then ${own.whole}::float8 else ${own.begun} end as weight
          from cities where ${any((text) => sql`key like ${`${text}%`}`)}
        union all
        select *, case when ${any((text) => sql`other_keys like ${`%|${text}|%`}`)}
                       then ${other.whole}::float8 else ${other.begun} end
          from cities where other_keys <> '' and ${name.length > 1} and ${any((text) => sql`other_keys like ${`%|${text}%`}`)}) named
       where ' ' || translate(areas, '|', ' ') like all (${areas}::text[])
       order by id, weight desc) each
     order by coalesce(abs(latitude - ${latitude}::float8) <= ${nearDegrees}
                   and abs(longitude - ${longitude}::float8) <= ${nearDegrees}, false) desc,
              (population + 1) * weight desc, id
     limit ${limit}`.execute(database)
  return rows
}

/** Least similarity of a misspelled name, from 0 to 1. */
const leastSimilar = 0.52

/** Returns cities with a similar name, for the longest run of first words that has some. */
async function similarCities(database: Database, splits: Split[], limit: number): Promise<City[]> {
  // At most two words follow a misspelled name: a state and a country.
  for (const { name, rest } of splits.slice(0, 3)) {
    if (name.length < 4 || name.length > 40 || /\d/.test(name)) continue
    const areas = rest.map((word) => `% ${word}%`)
    const { rows } = await sql<City>`
      select ${cityColumnsSql} from cities
       where key % ${name} and similarity(key, ${name}) >= ${leastSimilar}
         and length(translate(key, ' ', '')) = length(key) - ${name.split(' ').length - 1}::integer
         and ' ' || translate(areas, '|', ' ') like all (${areas}::text[])
       order by similarity(key, ${name}) * ln(population + 10) desc, id
       limit ${limit}`.execute(database)
    if (rows.length > 0) return rows
  }
  return []
}
