import { sql, type RawBuilder } from 'kysely'
import { cellsTouching, milesFromSql } from '#domain/position/distance.ts'
import { milesBetween, type Point } from '#domain/position/miles.ts'
import { pointFromInput } from '#domain/position/point.ts'
import { rebuildVocabulary } from '#domain/search-vocabulary.ts'
import { categories } from '#domain/vocabulary/categories.ts'
import { tags } from '#domain/vocabulary/tags.data.ts'
import { loadCards, markCards } from '#features/items/cards.server.ts'
import { cityPlace, type City } from '#features/places/cities/cities.server.ts'
import { namedCity, suggestCities } from '#features/places/cities/suggest.server.ts'
import { foldText } from '#features/places/fold.ts'
import type { OutputOf } from '#platform/contract/call.ts'
import type { Checks } from '#platform/server/check.ts'
import { implementCall, type Viewer } from '#platform/server/http/handler.ts'
import type { JobQueue } from '#platform/server/jobs/jobs.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { resultKinds, search, type ResultKind } from './contract.ts'
import { readQuery } from '#features/pages/search-box/query.ts'
import { inCells, typedWords, wordsQuery } from './words.server.ts'

export * as calls from './contract.ts'

const limit = 8
/** What is within so many miles of the point comes first. */
const nearMiles = 50
/** The most rows that are ranked: a frequent word has more, of which some are taken. */
const maxRanked = 2000

type Answer = OutputOf<typeof search>
type Asked = {
  words: string[]
  /** The folded query, to compare with names. */
  key: string
  near: Point | undefined
}

export const queues = ({ database }: Services): JobQueue[] => [
  { name: 'search-vocabulary', every: '41 3 * * *', run: () => rebuildVocabulary(database) },
]

export const handlers = ({ database }: Services) => [
  implementCall(search, async ({ input: { q: written, kinds, ...input }, viewer }) => {
    const { q } = readQuery(written)
    const here = pointFromInput(input)
    const all = typedWords(q)
    const city = await cityIn(database, all, here)
    const words = city?.rest ?? all
    const asked = { words, key: foldText(words.join(' ')), near: city?.city ?? here }
    const chosen = new Set(kinds?.split(',') ?? resultKinds)
    const of = async <T>(kind: ResultKind, find: () => T[] | Promise<T[]>): Promise<T[]> =>
      chosen.has(kind) && words.length > 0 ? find() : []
    const [dishes, restaurants, members, cities] = await Promise.all([
      of('dishes', async () => {
        const ids = await corrected(database, asked, (query) => findDishes(database, asked, query))
        const distanceOf = here ? (place: Point) => milesBetween(here, place) : null
        return markCards(database, await loadCards(database, ids, distanceOf), viewer)
      }),
      of('restaurants', () =>
        corrected(database, asked, (query) => findRestaurants(database, asked, query, here)),
      ),
      of('members', () => findMembers(database, typedWords(q), viewer)),
      of('cities', async () => (await suggestCities(database, q, here, limit)).map(cityPlace)),
    ])
    return {
      place: city && placeOf(city.city),
      dishes,
      restaurants,
      members,
      cities,
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
async function cityIn(database: Database, words: string[], near: Point | undefined) {
  for (let count = Math.min(words.length - 1, 3); count > 0; count -= 1) {
    const splits = [
      { name: words.slice(-count), rest: words.slice(0, -count) },
      { name: words.slice(0, count), rest: words.slice(count) },
    ]
    for (const { name, rest } of splits) {
      // A category is no city: 'Burger, Germany' isn't meant by 'lucy burger'.
      if (categoriesNamed(name).length > 0 || tagsNamed(name).length > 0) continue
      const city = await namedCity(database, name.join(' '), near)
      if (city) return { city, rest }
    }
  }
  return null
}

/** Looks for the words as typed and, if nothing is found, also for similar words. */
async function corrected<T>(
  database: Database,
  { words }: Asked,
  find: (query: string) => Promise<T[]>,
): Promise<T[]> {
  const found = await find(await wordsQuery(database, words))
  return found.length > 0 ? found : find(await wordsQuery(database, words, { corrects: true }))
}

/** SQL for the ids of rows that match, those near the point first, then some from everywhere. */
function candidatesSql(query: string, near: Point | undefined, from: RawBuilder<unknown>) {
  const some = (all: string) => sql`(${from} @@ ${all}::tsquery limit ${maxRanked})`
  if (!near) return some(query)
  const cells = inCells(cellsTouching(near, nearMiles, 3))
  return sql`${some(`(${query}) & ${cells}`)} union ${some(query)}`
}

/** SQL for the order: the same name, then what is near, names that begin so, similar names, and nearer ones. */
function orderSql(alias: string, { key, near }: Asked) {
  const name = sql.ref(`${alias}.name_key`)
  const byName = sql`starts_with(${name}, ${key}) desc, round(similarity(${name}, ${key})::numeric, 1) desc`
  if (!near) return sql`${name} = ${key} desc, ${byName},`
  const miles = milesFromSql(near, alias)
  return sql`${name} = ${key} desc, ${miles} > ${nearMiles}, ${byName}, round(${miles}),`
}

async function findDishes(database: Database, asked: Asked, query: string) {
  const candidates = candidatesSql(
    query,
    asked.near,
    sql`select item_id from item_words where words`,
  )
  const { rows } = await sql<{ id: number }>`
    select i.id from (${candidates}) found join items i on i.id = found.item_id
     order by ${orderSql('i', asked)} i.upvote_count desc, i.yolo_count desc, i.id limit ${limit}`.execute(
    database,
  )
  return rows.map(({ id }) => id)
}

async function findRestaurants(
  database: Database,
  asked: Asked,
  query: string,
  here: Point | undefined,
): Promise<Answer['restaurants']> {
  const candidates = candidatesSql(
    query,
    asked.near,
    sql`select id from restaurants where deleted_at is null and hidden_at is null and not unconfirmed and search`,
  )
  const { rows } = await sql<Answer['restaurants'][number] & Point>`
    select r.id, r.place_id as "placeId", r.name, r.address, r.latitude, r.longitude, r.city_label as "cityName"
      from (${candidates}) found join restaurants r on r.id = found.id
     order by ${orderSql('r', asked)} r.id limit ${limit}`.execute(database)
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
  const { rows } = await sql<Answer['members'][number]>`
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
