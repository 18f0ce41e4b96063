import { sql, type RawBuilder } from 'kysely'
import { cellsTouching, milesFromSql } from '#domain/position/distance.ts'
import { milesBetween, type Point } from '#domain/position/miles.ts'
import { pointFromInput } from '#domain/position/point.ts'
import {
  type InUse,
  readSimilarWords,
  readVocabulary,
  rebuildVocabulary,
} from '#domain/search-vocabulary.ts'
import { categories } from '#domain/vocabulary/categories.ts'
import { tags } from '#domain/vocabulary/tags.data.ts'
import { loadCards, markCards } from '#features/items/cards.server.ts'
import { cityPlace } from '#features/places/cities/cities.server.ts'
import { readCities, similarCities } from '#features/places/cities/suggest.server.ts'
import { foldText } from '#domain/fold.ts'
import type { OutputOf } from '#platform/contract/call.ts'
import { preparedStatementComment } from '#platform/server/database/database.ts'
import type { Checks } from '#platform/server/check.ts'
import { implementCall, type Viewer } from '#platform/server/http/handler.ts'
import type { JobQueue } from '#platform/server/jobs/jobs.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { resultKinds, search, type ResultKind } from './contract.ts'
import { readQuery } from '#features/pages/search-box/query.ts'
import {
  inCells,
  namesWritten,
  saysNothing,
  tellingWords,
  withSwappedLetters,
  wordsQuery,
} from './words.server.ts'

export * as calls from './contract.ts'

const limit = 8
/** What is within so many miles of the point comes first. */
const nearMiles = 50
/** The most rows that are ranked, near the point and elsewhere: a frequent word has more, of which any are taken. */
const [maxNear, maxElsewhere] = [1000, 300]

type Answer = OutputOf<typeof search>
type Asked = {
  /** The whole query, folded, and its part without the city. */
  key: string
  rest: string
  /** How a name of these words may be written. */
  names: string[]
  near: Point | undefined
  here: Point | undefined
}
/** `queries` are tsqueries, of which rows match any. `same` are names that are the same as the query. */
type Words = { queries: string[]; same: string[]; isCorrected: boolean }

export const queues = ({ database }: Services): JobQueue[] => [
  { name: 'search-vocabulary', every: '41 3 * * *', run: () => rebuildVocabulary(database) },
]

export const handlers = ({ database }: Services) => [
  implementCall(search, async ({ input: { q: written, kinds, ...input }, viewer }) => {
    const { q } = readQuery(written)
    const here = pointFromInput(input)
    const key = foldText(q)
    const all = key.split(' ').filter(Boolean)
    const chosen = new Set(kinds?.split(',') ?? resultKinds)
    const of = async <T>(kind: ResultKind, find: () => T[] | Promise<T[]>): Promise<T[]> =>
      chosen.has(kind) && all.length > 0 ? find() : []
    const typed = tellingWords(key)
    const [cities, { inUse, similar }] = await Promise.all([
      readCities(database, q, here, limit),
      readVocabulary(database, [...new Set([...all, ...typed])], typed.at(-1)),
    ])
    const city = cityIn(cities, all)
    const rest = city?.rest ?? all
    const words = tellingWords(rest.join(' '))
    const names = [key, ...namesWritten(rest, inUse)]
    const asked = { key, rest: rest.join(' '), names, near: city?.city ?? here, here }
    /** Finds what has the words as typed or, with `similar`, perhaps as similar ones. */
    const find = async (similar?: InUse) => {
      const queries = [wordsQuery(words, inUse)]
      if (similar) queries.push(wordsQuery(words, inUse, similar))
      const asWords: Words = {
        queries,
        same: similar ? [...names, ...withSwappedLetters(key)] : names,
        isCorrected: similar !== undefined,
      }
      const corrected = all.map((word) => similar?.get(word)?.[0] ?? word).join(' ')
      const [dishes, restaurants, { suggested }] = await Promise.all([
        of('dishes', () => findDishes(database, asked, asWords, viewer)),
        of('restaurants', () => findRestaurants(database, asked, asWords)),
        similar && cities.suggested.length === 0
          ? readCities(database, corrected, here, limit)
          : cities,
      ])
      return { dishes, restaurants, suggested }
    }
    const isMisspelled = words.some((word) => similar.has(word))
    const [members, found] = await Promise.all([
      of('members', () => findMembers(database, typed, viewer)),
      find(isMisspelled ? similar : undefined),
    ])
    const isNothing = all.length > 0 && found.dishes.length + found.restaurants.length === 0
    const { dishes, restaurants, suggested } = isNothing
      ? await find(await readSimilarWords(database, words))
      : found
    const isNamed = [dishes, restaurants, suggested].some((list) => list.length > 0)
    return {
      place: city && cityPlace(city.city),
      dishes,
      restaurants,
      members,
      cities: await of('cities', async () =>
        (isNamed ? suggested : await similarCities(database, q, limit)).map(cityPlace),
      ),
      categories: await of('categories', () => categoriesNamed(words)),
      tags: await of('tags', () => tagsNamed(words)),
    }
  }),
]

/** Returns the city that the last or first words name, and the other words; null if no word would be left. */
function cityIn({ named }: Awaited<ReturnType<typeof readCities>>, words: string[]) {
  const splits = [3, 2, 1]
    .filter((count) => count < words.length)
    .flatMap((count) => [
      { name: words.slice(-count), rest: words.slice(0, -count) },
      { name: words.slice(0, count), rest: words.slice(count) },
    ])
  for (const { name, rest } of splits) {
    // A category is no city: 'Burger, Germany' isn't meant by 'lucy burger'.
    if (saysNothing(name) || categoriesNamed(name).length + tagsNamed(name).length > 0) continue
    // Nor does one look for an article or a letter there: 'the white house'.
    if (rest.every((word) => word.length < 4 && saysNothing([word]))) continue
    const city = named(name)
    if (city) return { city, rest }
  }
  return null
}

const candidatesSql = (queries: string[], near: Point | undefined, from: RawBuilder<unknown>) =>
  sql.join(
    queries.map((query) => matchesSql(query, near, from)),
    sql` union `,
  )

/** SQL for rows that match: those near the point and, if they are fewer than an answer has, some from everywhere. */
function matchesSql(query: string, near: Point | undefined, from: RawBuilder<unknown>) {
  const anywhere = sql`${from} @@ (select ${query}::tsquery)`
  if (!near) return sql`(${anywhere} limit ${sql.lit(maxElsewhere)})`
  const nearQuery = `(${query}) & ${inCells(cellsTouching(near, nearMiles, 3))}`
  return sql`(
    with near as materialized (${from} @@ (select ${nearQuery}::tsquery) limit ${sql.lit(maxNear)})
    select * from near union
    (${anywhere} and (select count(*) from near) < ${sql.lit(limit)} limit ${sql.lit(maxElsewhere)}))`
}

/**
 * SQL for the order: the same name, a name with a wrong letter or two, then what is near, names that begin so, names of
 * a similar length, and what is nearest. A dish has two names: its own and its restaurant's.
 */
function orderSql(asked: Asked, words: Words, alias: string, ...names: RawBuilder<unknown>[]) {
  const { key, rest, names: written, near } = asked
  const anyName = (test: (name: RawBuilder<unknown>) => RawBuilder<unknown>) =>
    sql`(${sql.join(names.map(test), sql` or `)}) desc,`
  const changes = sql`least(${sql.join(
    names.flatMap((name) =>
      [...new Set([key, rest])].map((text) => sql`levenshtein(left(${name}, 120), ${text})`),
    ),
  )})`
  const isNearlySame = words.isCorrected ? sql`least(${changes}, 3),` : sql``
  const isWhole = key === rest ? sql`` : anyName((name) => sql`${name} ^@ ${key}`)
  const miles = near ? milesFromSql(near, alias) : sql`0::float8`
  return sql`
    ${names[0]} = ${key} desc, ${anyName((name) => sql`${name} = any (${words.same}::text[])`)}
    ${isNearlySame} ${isWhole} ${miles} > ${nearMiles},
    ${anyName((name) => sql`${name} ^@ any (${written}::text[])`)} ${changes} / 8, round(${miles})`
}

async function findDishes(database: Database, asked: Asked, words: Words, viewer: Viewer | null) {
  const { near, here } = asked
  const { rows } = await sql<{ id: number }>`${preparedStatementComment}
    select i.id from (${candidatesSql(words.queries, near, sql`select item_id as id from item_words where words`)}) found join items i using (id)
      join restaurants r on r.id = i.restaurant_id
     order by ${orderSql(asked, words, 'i', sql`i.name_key`, sql`r.name_key`)}, i.upvote_count desc, i.yolo_count desc, i.id limit ${sql.lit(limit)}`.execute(
    database,
  )
  const distanceOf = here ? (place: Point) => milesBetween(here, place) : null
  const ids = rows.map(({ id }) => id)
  return markCards(database, await loadCards(database, ids, distanceOf), viewer)
}

async function findRestaurants(
  database: Database,
  asked: Asked,
  words: Words,
): Promise<Answer['restaurants']> {
  const { key, near, here } = asked
  const visible = sql`
    select id, place_id as "placeId", name, address, latitude, longitude, city_label as "cityName", name_key
      from restaurants where deleted_at is null and hidden_at is null and not unconfirmed and`
  const { rows } = await sql<Answer['restaurants'][number] & Point>`${preparedStatementComment}
    select id, "placeId", name, address, latitude, longitude, "cityName"
      from ((${visible} name_key = any ((select ${words.same}::text[])::text[]) limit ${sql.lit(maxNear)})
            union (${visible} name_key ~>=~ (select ${key}::text) and name_key ~<~ (select ${`${key}\u{10ffff}`}::text) limit 100)
            union ${candidatesSql(words.queries, near, sql`${visible} search`)}) r
     order by ${orderSql(asked, words, 'r', sql`r.name_key`)}, id limit ${sql.lit(limit)}`.execute(
    database,
  )
  return rows.map((row) => ({
    ...row,
    distanceMiles: here ? Math.round(milesBetween(here, row) * 100) / 100 : null,
  }))
}

/** Finds counting members by the beginnings of the words of their display names, and by nothing else of theirs. */
async function findMembers(
  database: Database,
  words: string[],
  viewer: Viewer | null,
): Promise<Answer['members']> {
  const query = words.map((word) => `'${word}':*`).join(' & ')
  const { rows } = await sql<Answer['members'][number]>`${preparedStatementComment}
    select u.id, u.user_name as name, u.user_name as "userName",
           u.avatar
      from users u
     where array_to_tsvector(search_words(search_fold(u.user_name))) @@ (select ${query}::tsquery) and u.counts
       and not exists (select from blocks b
                        where (b.blocker_id, b.blocked_id) in ((u.id, ${viewer?.id ?? null}::integer), (${viewer?.id ?? null}::integer, u.id)))
     order by length(u.user_name), u.id limit ${sql.lit(limit)}`.execute(database)
  return rows
}

const foldedNames = new Map(
  [...categories.flatMap(({ name, label }) => [name, label]), ...tags.map(({ name }) => name)].map(
    (name) => [name, foldText(name).split(' ')],
  ),
)

/** Returns whether the name of a category or tag has all the words, each complete or as its beginning. */
const hasWords = (name: string, words: string[]) =>
  words.every((word) =>
    foldedNames
      .get(name)!
      .some((part) => part.startsWith(word) || `${part}s` === word || `${part}es` === word),
  )

const categoriesNamed = (words: string[]) =>
  categories
    .filter(
      ({ name, label }) =>
        words.some((word) => word.length > 2 && hasWords(label, [word])) || hasWords(name, words),
    )
    .slice(0, limit)
    .map(({ id, name, slug }) => ({ id, name, slug }))

const tagsNamed = (words: string[]) =>
  tags
    .filter(({ name }) => hasWords(name, words))
    .slice(0, limit)
    .map(({ id, name, category }) => ({ id, name, categoryId: category }))

export const checks: Checks = [
  {
    name: 'item-words',
    description: 'search finds exactly the listed dishes',
    violations: sql`
      select coalesce(i.id, w.item_id) as id from (select id from items where listed) i
        full join item_words w on w.item_id = i.id where i.id is null or w.item_id is null`,
    repair: { lock: 'items', set: (ids) => sql`select write_item_words(${ids}::integer[])` },
  },
]
