import { type RawBuilder, sql } from 'kysely'
import { cellsTouching, milesFrom } from '#domain/distance.ts'
import type { Point } from '#domain/miles.ts'
import type { Database } from '#platform/server/services.ts'
import { fold } from '../fold.ts'
import { literals } from '../literals.server.ts'
import { wordsOf } from './asked-words.ts'
import { beyondLatin } from './closeness.ts'
import { asMeant, asTyped, vocabulary } from './meant.server.ts'
import { scoreRestaurant } from './restaurant-score.ts'
import { type Sequence, tsqueriesIn, tsquery } from './word-query.ts'

/** What is asked: words, and where they are to be found first. */
export type Asked = {
  q: string
  words: string[]
  near: Point | undefined
  /** Miles round the point beyond which nothing near by is looked for. */
  miles: number
  /** Nothing farther than that at all. */
  strictly?: boolean
}

export type FoundRestaurant = Point & {
  restaurantId: number
  id: string
  name: string
  nameEn: string | null
  town: string | null
  address: string
  cityName: string
  miles: number | null
}
type Scored = FoundRestaurant & { score: number }

/** Candidates that are looked at one by one, and those whose votes are counted. */
const most = { near: 60, far: 400, voted: 40 }

/** Restaurants by words of their names, town and address: first as typed, then as it may have been meant. */
export async function restaurantsByWords(
  database: Database,
  asked: Asked[],
  limit: number,
): Promise<Scored[]> {
  const found = new Map<number, FoundRestaurant>()
  const keep = (rows: FoundRestaurant[]) => {
    for (const row of rows) if (!found.has(row.restaurantId)) found.set(row.restaurantId, row)
  }
  const lists = await Promise.all(
    asked.map((one) => candidates(database, one, asTyped(one.words), asTyped(one.words, 'all'))),
  )
  for (const list of lists) keep(list)
  const first = ranked(asked, [...found.values()])
  if (first.filter(({ sure }) => sure).length < limit) {
    const more = await Promise.all(
      asked.map(async (one) => {
        const meant = await asMeant(database, one.words, [
          vocabulary.restaurants,
          vocabulary.addresses,
        ])
        return meant.length === 0 ? [] : candidates(database, one, meant, meant)
      }),
    )
    for (const list of more) keep(list)
  }
  const best = ranked(asked, [...found.values()]).slice(0, Math.max(most.voted, limit))
  const votes = await votesOf(
    database,
    best.map(({ restaurantId }) => restaurantId),
  )
  return best
    .map((one) => ({
      ...one,
      score: one.score + liked(votes.get(one.restaurantId)),
    }))
    .sort((a, b) => b.score - a.score || a.restaurantId - b.restaurantId)
    .slice(0, limit)
}

/** Up to 0.15 for what is much loved there. */
const liked = (votes = 0) => Math.min(0.15, Math.log10(1 + Math.max(0, votes)) * 0.05)

function ranked(asked: Asked[], rows: FoundRestaurant[]) {
  return rows
    .map((row) => {
      const scores = asked.map((one) => scoreRestaurant(one, row))
      const best = scores.reduce((a, b) => (b.score > a.score ? b : a))
      return { ...row, ...best }
    })
    .filter(({ text }) => text >= 0.5)
    .sort((a, b) => b.score - a.score)
}

async function candidates(
  database: Database,
  { q, words, near, miles, strictly }: Asked,
  sequences: Sequence[],
  nearBy: Sequence[],
): Promise<FoundRestaurant[]> {
  const key = fold(q)
  const lists = [
    near && nearBy.length > 0 && within(database, q, near, miles, nearBy),
    ...(isTelling(words) ? [anywhere(database, q, near, strictly ? miles : null, sequences)] : []),
    !near && begunSo(database, q, key),
  ]
  return (await Promise.all(lists.filter((list) => list !== false && list !== undefined))).flat()
}

/** A letter or two begin too many words to look everywhere. */
const isTelling = (words: string[]) =>
  words.length > 1 || (words[0]?.length ?? 0) > 2 || beyondLatin.test(words[0] ?? '')

const columns = (near: Point | undefined) => sql`
  id as "restaurantId", place_id as id, name, name_en as "nameEn", town, address,
  city_label as "cityName", latitude, longitude, ${near ? milesFrom(near) : sql`null::float8`} as miles`
const standing = sql`deleted_at is null and hidden_at is null`

async function within(
  database: Database,
  q: string,
  near: Point,
  miles: number,
  sequences: Sequence[],
) {
  const queries = tsqueriesIn(cellsTouching(near, miles, 4), sequences)
  const key = fold(q)
  return rowsOf(
    database,
    sql`select * from (select name_key, ${columns(near)} from restaurants
         where ${standing} and ${literals(q)}
           and restaurant_words(cell5, name_key || ' ' || also_key) @@ any (${queries}::tsquery[])) found
         where miles <= ${miles} order by name_key = ${key} desc, miles limit ${most.near}`,
  )
}

async function anywhere(
  database: Database,
  q: string,
  near: Point | undefined,
  miles: number | null,
  sequences: Sequence[],
) {
  const query = tsquery(sequences)
  if (query === '') return []
  const strict = miles === null ? sql`true` : sql`miles <= ${miles}`
  return rowsOf(
    database,
    // Looked for whole: with the limit in sight the planner may read restaurants one by one until it is met.
    sql`with named as materialized (
          select * from restaurants
           where ${standing} and ${literals(q)}
             and restaurant_search_words(name_key, also_key, address) @@ ${query}::tsquery)
        select * from (select ${columns(near)} from named limit ${near ? most.far * 5 : most.far}) found
         where ${strict} order by miles limit ${most.far}`,
  )
}

async function begunSo(database: Database, q: string, key: string) {
  const from = (equal: RawBuilder<unknown>) => sql`
    (select ${columns(undefined)} from restaurants
      where ${standing} and ${literals(q)} and ${equal} limit ${most.near})`
  return rowsOf(
    database,
    sql`${from(sql`name_key = ${key}`)} union ${from(sql`name_key like ${`${key}%`}`)}`,
  )
}

async function rowsOf(database: Database, query: RawBuilder<unknown>) {
  const { rows } = await (query as RawBuilder<FoundRestaurant>).execute(database)
  return rows
}

async function votesOf(database: Database, ids: number[]) {
  if (ids.length === 0) return new Map<number, number>()
  const { rows } = await sql<{ id: number; votes: number }>`
    select restaurant_id as id, sum(upvote_count)::integer as votes from items
     where restaurant_id = any (${ids}::integer[]) and listed group by restaurant_id`.execute(
    database,
  )
  return new Map(rows.map(({ id, votes }) => [id, votes]))
}

/** Of what is typed, by itself and without the name of a city in it. */
export const askedFor = (q: string, near: Point | undefined, miles: number): Asked => ({
  q,
  words: wordsOf(q),
  near,
  miles,
})
