import { sql } from 'kysely'
import type { Point } from '#domain/position/miles.ts'
import { preparedStatementComment } from '#platform/server/database/database.ts'
import type { Database } from '#platform/server/services.ts'
import { foldText } from '#domain/fold.ts'
import { type City, cityColumnsSql, foldCity } from './cities.server.ts'
import { shortNames } from './short-names.data.ts'

/** Maximum length of a text: a city's name has up to 10 words, and a district, a state and a country follow it. */
const maxLength = 80
const maxWords = 12

/**
 * How a text can name a city: by a zip code or short name ('dc'), by its name, by another name, by a short one in another
 * language, which is too often an ordinary word ('bar' is also a name of Qionghai), or by a name's beginning.
 *
 * The population times `factor` is the score. It ranks Bath before Bathinda for 'bath', and still finds Vienna for
 * 'wien'. From the population `known` on, the name means the city in a longer text, too, without a state or country; a
 * smaller city's name is more likely meant as an ordinary word: 'Sandwich'.
 */
const kinds = {
  code: { factor: Infinity, known: 0 },
  own: { factor: 5, known: 15_000 },
  begun: { factor: 1, known: Infinity },
  other: { factor: 0.2, known: 300_000 },
  otherWord: { factor: 0.2, known: Infinity },
  otherBegun: { factor: 0.02, known: Infinity },
}
/**
 * Factor by which a city counts more if its region is named: 'Richmond, CA' is in California, though the one in Canada is
 * larger. 'London, CA' is still in Canada.
 */
const regionBeforeCountry = 10

type Row = City & { key: string; otherKeys: string; areas: string; zips: number[] }
type Match = { city: Row; rest: string[]; isKnown: boolean; score: number }

/**
 * Reads by one statement the cities that a text may mean. `suggested` are those whose names begin with the text, perhaps
 * followed by their state or country, or else those that a longer text such as an address ends with; those within 0.1°
 * of the point come first, then the largest. `named` returns the city that some of the words name: by its zip code, its
 * short name ('dc'), or its name with or without its state or country.
 */
export async function readCities(
  database: Database,
  text: string,
  near: Point | undefined,
  limit: number,
) {
  const words = wordsOf(text)
  const rows = words.length > 0 ? await readRows(database, words, near, limit) : []
  const matches = matcher(rows, words)
  const ordered = (all: Match[]) =>
    all
      .toSorted((a, b) => isNear(b.city, near) - isNear(a.city, near) || b.score - a.score)
      .map(({ city }) => city)

  const inArea = matches(words, namedArea).filter(
    ({ rest, score }) => rest.length > 0 || score === Infinity,
  )
  const begun = matches(words, begunArea)
  const leastRest = Math.min(...begun.map(({ rest }) => rest.length))
  const found = [
    ...ordered(inArea),
    ...ordered(begun.filter(({ rest }) => rest.length === leastRest)),
  ]
  const all = found.length > 0 ? found : ordered(matchesAtEnd(text, matches))
  return {
    suggested: [...new Map(all.map((city) => [city.id, city as City])).values()].slice(0, limit),
    named: (some: string[]): City | undefined =>
      ordered(matches(some, namedArea).filter(({ isKnown }) => isKnown))[0],
  }
}

/** Suggests cities for a text. Similar names are only looked at if nothing else is found. */
export async function suggestCities(
  database: Database,
  text: string,
  near: Point | undefined,
  limit: number,
): Promise<City[]> {
  const { suggested } = await readCities(database, text, near, limit)
  return suggested.length > 0 ? suggested : similarCities(database, text, limit)
}

/** Returns the folded words of a text, or none if it can't be a city's name: none has a wildcard of LIKE. */
function wordsOf(text: string): string[] {
  if (/[%_\\]/.test(text)) return []
  const words = foldText(text.slice(0, maxLength).replace(zipAddition, '$1')).split(' ')
  return words[0] === '' || words.length > maxWords ? [] : words
}

const zipAddition = /(?<!\d)(\d{5})-\d{4}(?!\d)/g

/** Returns the ways to divide words into a name and the areas after it, the longest name first. */
const splitsOf = (words: string[]) =>
  words
    .map((_, index) => words.length - index)
    .map((count) => ({ name: foldCity(words.slice(0, count).join(' ')), rest: words.slice(count) }))

/** Returns each run of words as one text. */
const runsOf = (words: string[]) =>
  words.flatMap((_, index) => splitsOf(words.slice(index)).map(({ name }) => name))

/** Returns how the name of a city may begin of which all these words were typed. */
const beginningsOf = (words: string[]) =>
  // A final 'st' may be short for 'saint' or the beginning of 'stockholm'.
  [
    foldCity(words.join(' ')),
    [foldCity(words.slice(0, -1).join(' ')), words.at(-1)].join(' ').trim(),
  ]

const nearDegrees = 0.1
const isNear = (city: Point, near: Point | undefined) =>
  Number(
    near !== undefined &&
      Math.abs(city.latitude - near.latitude) <= nearDegrees &&
      Math.abs(city.longitude - near.longitude) <= nearDegrees,
  )

/** All names of a city, as they are in an index. */
const namesSql = sql.raw(
  "array_to_tsvector(array_remove(string_to_array(key || other_keys, '|'), ''))",
)

/** Reads the cities that a run of the words names, and the first ones whose names begin with all words. */
async function readRows(
  database: Database,
  words: string[],
  near: Point | undefined,
  limit: number,
): Promise<Row[]> {
  const runs = runsOf(words)
  const beginnings = beginningsOf(words)
  const { latitude = null, longitude = null } = near ?? {}
  const columns = sql`${cityColumnsSql}, key, other_keys as "otherKeys", areas, zips`
  const { rows } = await sql<Row>`${preparedStatementComment}
    select ${columns} from cities
     where ${namesSql} @@ (select ${runs.map((run) => `'${run}'`).join(' | ')}::tsquery)
        or slug = any ((select ${runs.flatMap((run) => shortNames[run] ?? [])}::text[])::text[])
        or zips <> '{}' and zips && (select ${runs.filter(isZip).map(Number)}::integer[])
    union all (
    select ${columns} from cities
     where ${namesSql} @@ (select ${beginnings.map((name) => `'${name}':*`).join(' | ')}::tsquery)
     order by coalesce(abs(latitude - ${latitude}::float8) <= ${nearDegrees}
                   and abs(longitude - ${longitude}::float8) <= ${nearDegrees}, false) desc,
              (population + 1) * case when key ^@ any (${beginnings}::text[]) then ${kinds.begun.factor}::float8
                                      else ${kinds.otherBegun.factor} end desc, id
     limit ${sql.lit(limit)})`.execute(database)
  return rows
}

/** Returns a function for the cities that are called by the first of some words and lie in what the others name. */
function matcher(rows: Row[], words: string[]) {
  const whole = foldCity(words.join(' '))
  const beginnings = beginningsOf(words)
  const named = (city: Row, name: string, kind: keyof typeof kinds) => ({ city, name, kind })
  const all = rows.flatMap((city) => {
    const others = city.otherKeys.split('|')
    const begins = (key: string) => beginnings.some((begun) => key.startsWith(begun))
    return [
      ...(begins(city.key) ? [named(city, whole, 'begun')] : []),
      ...(others.some(begins) ? [named(city, whole, 'otherBegun')] : []),
      ...runsOf(words).flatMap((run) => {
        if (shortNames[run] === city.slug || city.zips.includes(Number(run)))
          return [named(city, run, 'code')]
        if (run === city.key) return [named(city, run, 'own')]
        if (!others.includes(run)) return []
        return [named(city, run, /^[a-z]{1,4}$/.test(run) ? 'otherWord' : 'other')]
      }),
    ]
  })
  const byName = Map.groupBy(all, ({ name }) => name)
  return (some: string[], areaOf: typeof namedArea): Match[] =>
    splitsOf(some).flatMap(({ name, rest }) =>
      (byName.get(name) ?? []).flatMap(({ city, kind }) => {
        const area = rest.length > 0 ? areaOf(city.areas, rest.join(' ')) : 'none'
        if (!area) return []
        const isKnown = rest.length > 0 || city.population >= kinds[kind].known
        const factor = area === 'region' ? regionBeforeCountry : 1
        return [{ city, rest, isKnown, score: (city.population + 1) * kinds[kind].factor * factor }]
      }),
    )
}

type Area = 'region' | 'country' | 'none'

/** Returns what a folded text names as a whole: the city's region, perhaps with its country, or its country alone. */
function namedArea(areas: string, text: string): Area | undefined {
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

/** Returns whether each word of what was typed begins a word of the text. Both are folded. */
const hasTypedWords = (text: string, typed: string) =>
  typed.split(' ').every((word) => ` ${text}`.includes(` ${word}`))

/** Returns 'none' if each word of a folded text begins a word of the areas around a city. */
const begunArea = (areas: string, text: string): Area | undefined =>
  hasTypedWords(areas.replaceAll('|', ' '), text) ? 'none' : undefined

const isZip = (text: string) => /^\d{5}$/.test(text)
/**
 * Postcodes of five digits, Canadian ones, and ones of four digits that follow a word, as in Australia. A house number may
 * look the same.
 */
const postcode =
  /(?<![\p{L}\d])(?:\d{5}(?:-\d{4})?|(?<=\p{L} )\d{4}|[a-z]\d[a-z] ?\d[a-z]\d)(?![\p{L}\d])/giu

/** Returns the cities that the last words of a text name: Minneapolis for 'Downtown Minneapolis' or an address. */
function matchesAtEnd(text: string, matches: ReturnType<typeof matcher>): Match[] {
  const zips = (text.match(postcode) ?? []).map((zip) => Number.parseInt(zip))
  const words = wordsOf(text.replace(postcode, ' '))
  for (let left = zips.length > 0 ? 0 : 1; left < words.length; left += 1) {
    const found = matches(words.slice(left), namedArea).flatMap((match) => {
      if (match.city.zips.some((zip) => zips.includes(zip))) return [{ ...match, score: Infinity }]
      return match.isKnown ? [match] : []
    })
    if (found.length > 0) return found
  }
  return []
}

/** Least similarity of a misspelled name, from 0 to 1. */
const leastSimilar = 0.52

/** Returns cities with a similar name, for the longest run of first words that has some. */
export async function similarCities(
  database: Database,
  text: string,
  limit: number,
): Promise<City[]> {
  // At most two words follow a misspelled name: a state and a country. Keys of cities have Latin letters.
  const splits = splitsOf(wordsOf(text)).slice(0, 3)
  for (const { name, rest } of splits.filter((split) => /[a-z]/.test(split.name))) {
    const areas = rest.map((word) => `% ${word}%`)
    const { rows } = await sql<City>`${preparedStatementComment}
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
