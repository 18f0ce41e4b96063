import { sql, type RawBuilder } from 'kysely'
import { cellsTouching, milesFromSql } from '#domain/position/distance.ts'
import { milesBetween, type Point } from '#domain/position/miles.ts'
import { pointFromInput } from '#domain/position/point.ts'
import { rebuildVocabulary } from '#domain/search-vocabulary.ts'
import { categories } from '#domain/vocabulary/categories.ts'
import { tags } from '#domain/vocabulary/tags.data.ts'
import { loadCards, markCards } from '#features/items/cards.server.ts'
import { cityPlace, type City } from '#features/places/cities/cities.server.ts'
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
  readSimilarWords,
  readWordsInUse,
  saysNothing,
  tellingWords,
  wordsQuery,
} from './words.server.ts'

export * as calls from './contract.ts'

const limit = 8
/** What is within so many miles of the point comes first. */
const nearMiles = 50
/** The most rows that are ranked: a frequent word has more, of which some are taken. */
const maxRanked = 1000

type Answer = OutputOf<typeof search>
type Asked = {
  /** The whole query, folded, and how a name of its words without the city may be written. */
  key: string
  names: string[]
  near: Point | undefined
  here: Point | undefined
}
type Found = { query: string; isCorrected: boolean }

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
    const [cities, inUse] = await Promise.all([
      readCities(database, q, here, limit),
      readWordsInUse(database, [...new Set([...all, ...tellingWords(key)])]),
    ])
    const city = cityIn(cities, all)
    const rest = city?.rest ?? all
    const words = tellingWords(rest.join(' '))
    const asked = {
      key,
      names: [key, ...namesWritten(rest, inUse)],
      near: city?.city ?? here,
      here,
    }
    const find = async (found: Found) =>
      Promise.all([
        of('dishes', () => findDishes(database, asked, found, viewer)),
        of('restaurants', () => findRestaurants(database, asked, found)),
      ])
    const [members, exact] = await Promise.all([
      of('members', () => findMembers(database, tellingWords(key), viewer)),
      find({ query: wordsQuery(words, inUse), isCorrected: false }),
    ])
    const isNothing = all.length > 0 && exact.every((list) => list.length === 0)
    const similar = isNothing && (await readSimilarWords(database, words, inUse))
    const [dishes, restaurants] = similar
      ? await find({ query: wordsQuery(words, inUse, similar), isCorrected: true })
      : exact
    const found = cities.suggested.length > 0 || !isNothing
    return {
      place: city && placeOf(city.city),
      dishes,
      restaurants,
      members,
      cities: await of('cities', async () =>
        (found ? cities.suggested : await similarCities(database, q, limit)).map(cityPlace),
      ),
      categories: await of('categories', () => categoriesNamed(words)),
      tags: await of('tags', () => tagsNamed(words)),
    }
  }),
]

const placeOf = ({ label, slug, latitude, longitude }: City) => ({
  name: label,
  slug,
  latitude,
  longitude,
})

/** Returns the city that the last or first words name, and the other words; null if no word would be left. */
function cityIn({ named }: Awaited<ReturnType<typeof readCities>>, words: string[]) {
  for (let count = Math.min(words.length - 1, 3); count > 0; count -= 1) {
    const splits = [
      { name: words.slice(-count), rest: words.slice(0, -count) },
      { name: words.slice(0, count), rest: words.slice(count) },
    ]
    for (const { name, rest } of splits) {
      // A category is no city: 'Burger, Germany' isn't meant by 'lucy burger'.
      if (saysNothing(name) || categoriesNamed(name).length + tagsNamed(name).length > 0) continue
      const city = named(name)
      if (city) return { city, rest }
    }
  }
  return null
}

/** SQL for the ids of rows that match, those near the point first, then some from everywhere. */
function candidatesSql(query: string, near: Point | undefined, from: RawBuilder<unknown>) {
  const some = (all: string) => sql`(${from} @@ ${all}::tsquery limit ${maxRanked})`
  if (!near) return some(query)
  const cells = inCells(cellsTouching(near, nearMiles, 3))
  return sql`${some(`(${query}) & ${cells}`)} union ${some(query)}`
}

/**
 * SQL for the order: the same name, then what is near, names that begin so, and names of a similar length or, if words
 * were corrected, in the most similar spelling.
 */
function orderSql(alias: string, { key, names, near }: Asked, { isCorrected }: Found) {
  const name = sql.ref(`${alias}.name_key`)
  const isFar = near ? sql`${milesFromSql(near, alias)} > ${nearMiles},` : sql``
  const letters = sql`levenshtein(left(${name}, 120), ${names.at(-1)!.slice(0, 120)})`
  return sql`
    ${name} = ${key} desc, ${name} = any (${names}::text[]) desc, ${isFar}
    ${name} ^@ any (${names}::text[]) desc, ${letters} / ${isCorrected ? 1 : 8}::integer`
}

async function findDishes(database: Database, asked: Asked, found: Found, viewer: Viewer | null) {
  const { near, here } = asked
  const from = sql`select item_id as id from item_words where words`
  const { rows } = await sql<{ id: number }>`${preparedStatementComment}
    select i.id from (${candidatesSql(found.query, near, from)}) found join items i using (id)
     order by ${orderSql('i', asked, found)}, ${near ? sql`round(${milesFromSql(near, 'i')}),` : sql``}
              i.upvote_count desc, i.yolo_count desc, i.id limit ${limit}`.execute(database)
  const distanceOf = here ? (place: Point) => milesBetween(here, place) : null
  const ids = rows.map(({ id }) => id)
  return markCards(database, await loadCards(database, ids, distanceOf), viewer)
}

async function findRestaurants(
  database: Database,
  asked: Asked,
  found: Found,
): Promise<Answer['restaurants']> {
  const { near, here, names } = asked
  const visible = sql`select id from restaurants
                       where deleted_at is null and hidden_at is null and not unconfirmed and`
  const { rows } = await sql<Answer['restaurants'][number] & Point>`${preparedStatementComment}
    select r.id, r.place_id as "placeId", r.name, r.address, r.latitude, r.longitude, r.city_label as "cityName"
      from ((${visible} name_key = any (${names}::text[]) limit ${maxRanked})
            union ${candidatesSql(found.query, near, sql`${visible} search`)}) found
      join restaurants r using (id)
     order by ${orderSql('r', asked, found)}, ${near ? sql`round(${milesFromSql(near, 'r')}),` : sql``} r.id
     limit ${limit}`.execute(database)
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
     where array_to_tsvector(search_words(search_fold(u.user_name))) @@ ${query}::tsquery and u.counts
       and not exists (select from blocks b
                        where (b.blocker_id, b.blocked_id) in ((u.id, ${viewer?.id ?? null}::integer), (${viewer?.id ?? null}::integer, u.id)))
     order by length(u.user_name), u.id limit ${limit}`.execute(database)
  return rows
}

/** Returns whether a name has all the words, each complete or as its beginning. */
function hasWords(name: string, words: string[]): boolean {
  const parts = foldText(name).split(' ')
  return words.every((word) =>
    parts.some((part) => part.startsWith(word) || `${part}s` === word || `${part}es` === word),
  )
}

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
