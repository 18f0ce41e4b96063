import { type RawBuilder, sql } from 'kysely'
import { cellsTouching, milesFromSql } from '#domain/position/distance.ts'
import type { Point } from '#domain/position/miles.ts'
import { preparedStatementComment } from '#platform/server/database/database.ts'
import type { Database } from '#platform/server/services.ts'
import { foldText } from '../fold.ts'
import { beyondFew } from '../nearest.ts'
import {
  containsWildcardsLiterallySql,
  type WordSequence,
  tsqueriesInCells,
  tsquery,
} from './word-query.ts'
import { requiredWords } from './asked-words.ts'
import type { Gazetteer } from '../gazetteer/gazetteer.server.ts'
import {
  lastWordAsPrefix,
  joinedWords,
  toWordSequences,
  isPrefixLongEnough,
  type WordMeanings,
} from './meant.server.ts'
import { citiesPossiblyNamedIn, cityNamedIn, type NamedCity } from './named-city.ts'
import { mostBeyondText, scoreRestaurant } from './restaurant-score.ts'
import { wordKinds } from './words-in-use.server.ts'

/** One interpretation of a query: the words to find, and the area to search first. */
export type TextQuery = {
  q: string
  words: string[]
  near: Point | undefined
  /** Radius in miles around `near` of the first search. */
  miles: number
  /** Excludes all restaurants farther away than `miles`. */
  strictly?: boolean
  /** Searches only within `miles`, and only names and towns, not addresses. */
  onlyNames?: boolean
  /** `words` leaves out part of what was typed, so results of complete interpretations rank higher. */
  isPart?: boolean
}

export type RestaurantQueryInterpretations = { queries: TextQuery[]; wider: () => TextQuery[] }

export type FoundRestaurant = Point & {
  restaurantId: number
  id: string
  name: string
  nameEn: string | null
  town: string | null
  address: string
  cityName: string
  miles: number | null
  alone: boolean
  addedBy: number | null
}
type Scored = FoundRestaurant & ReturnType<typeof scoreRestaurant>

/**
 * Maximum number of candidates near by and of those that begin as the query (there, as many as `begun` are compared
 * first), and as many again near by that only the members who added them speak for; of those elsewhere, which are taken
 * as they come; and of restaurants whose votes are counted.
 */
const most = { near: 60, begun: 2_000, far: 200, voted: 40 }

/**
 * Finds restaurants by words of their name, town and address: first as typed, then as they may have been meant. The
 * queries of `wider` are tried only if no restaurant has every word.
 */
export async function restaurantsByWords(
  database: Database,
  { queries, wider }: RestaurantQueryInterpretations,
  limit: number,
  understood: WordMeanings,
): Promise<Scored[]> {
  const found = new Map<number, Scored>()
  const readings: TextQuery[] = []
  const score = async (rows: Iterable<FoundRestaurant>) => {
    for (const row of rows) {
      found.set(row.restaurantId, scored(readings, row))
    }
  }
  const keep = (rows: FoundRestaurant[]) =>
    score(rows.filter(({ restaurantId }) => !found.has(restaurantId)))
  const ranked = () =>
    withFewAlone(
      [...found.values()].filter(({ text }) => text >= 0.5),
      limit,
    )
  const sure = () => ranked().filter((one) => one.sure).length
  const find = async (some: TextQuery[], ways: WayOf[]) => {
    readings.push(...some)
    await score([...found.values()])
    for (const [at, wayOf] of ways.entries()) {
      if (sure() >= limit || (at > 0 && ranked().some(({ isNamedSo }) => isNamedSo))) break
      const isNone = ranked().length === 0
      const these = await Promise.all(
        some.map(async (query) => ({ query, ...(await wayOf(query, understood, isNone)) })),
      )
      for (const list of await Promise.all(
        these.map(({ query, near }) => nearBy(database, query, near)),
      ))
        await keep(list)
      // Searches farther away only if too few are found near by, because a common word is in very many names.
      if (sure() >= limit) break
      for (const list of await Promise.all(
        these.map(({ query, far }) => elsewhere(database, query, far)),
      ))
        await keep(list)
    }
  }
  await find(queries, [typed, goingOn, intended, guessed])
  if (!ranked().some(({ hasAll }) => hasAll)) {
    await find(wider(), [typed, intended])
  }
  const all = ranked().slice(0, Math.max(most.voted, limit))
  // Counts votes only for restaurants that they could lift into the result.
  const last = all.at(limit - 1)?.score ?? 0
  const best = all.filter(({ score }) => score + maxLiked >= last)
  const votes = await votesOf(
    database,
    best.map(({ restaurantId }) => restaurantId),
  )
  return best
    .map((one) => ({
      ...one,
      score: one.score + liked(votes.get(one.restaurantId)),
    }))
    .sort(bestFirst)
    .slice(0, limit)
}

const bestFirst = (a: Scored, b: Scored) => b.score - a.score || a.restaurantId - b.restaurantId

/**
 * Returns the restaurants with the best first. Of those that only the member who added them speaks for, a few of `limit`
 * are in their place (see `nearestOf`). So are a few of each such member where the others in the same town leave room,
 * and more of one member where those near by do. The rest come as if they had the words somewhere in their name and were
 * far away.
 */
function withFewAlone(found: Scored[], limit: number): Scored[] {
  const sorted = found.toSorted(bestFirst)
  const more = beyondFew(sorted, limit, ({ alone }) => (alone ? 0 : null))
  if (more.size === 0) return sorted
  const ofOne = beyondFew(sorted, limit, ({ alone, addedBy }) => (alone ? (addedBy ?? 0) : null))
  const others = sorted.filter((one) => !more.has(one) && one.sure)
  const room = (some: Scored[]) => Math.max(0, limit - some.length)
  const ofMany = [...more].filter((one) => !ofOne.has(one))
  const stay = new Set(ofMany.slice(0, room(others.filter(({ isInTown }) => isInTown))))
  const left = room([...others.filter(({ isNear }) => isNear), ...stay])
  const behind = new Set([...more].filter((one) => !stay.has(one)).slice(left))
  return sorted
    .map((one) =>
      behind.has(one) ? { ...one, score: one.score - mostBeyondText, sure: false } : one,
    )
    .sort(bestFirst)
}

/** The sequences to search for near by and elsewhere. */
type Way = { near: WordSequence[]; far: WordSequence[] }
type WayOf = (query: TextQuery, understood: WordMeanings, isNone: boolean) => Promise<Way>

const names = [wordKinds.restaurants]
const kinds = [...names, wordKinds.addresses]

const typed: WayOf = async ({ words }, { inUse }) => {
  const used = await inUse()
  const joined = joinedWords(words).flatMap((word) => used(toWordSequences([word], 'all'), names))
  return {
    near: [...used(toWordSequences(words, 'all'), names), ...joined],
    far: [...used(toWordSequences(words, 'none'), kinds), ...joined],
  }
}

const goingOn: WayOf = async ({ words }, { inUse }) => ({
  near: [],
  far: lastWordAsPrefix(words, kinds, await inUse()),
})

const intended: WayOf = async ({ words }, { meant }) => {
  const sequences = await meant(words, kinds)
  return { near: sequences, far: sequences }
}

const guessed: WayOf = async ({ words }, { meant }, isNone) => {
  const sequences = isNone ? await meant(words, kinds, 'twice') : []
  return { near: sequences, far: sequences }
}

/** Maximum that the votes for its dishes add to a restaurant's score. */
const maxLiked = 0.15
const liked = (votes = 0) => Math.min(maxLiked, Math.log10(1 + Math.max(0, votes)) * 0.05)

/** Scores a restaurant by the interpretation of the query that it matches best. */
function scored(queries: TextQuery[], row: FoundRestaurant): Scored {
  const scores = queries.map((query) => scoreRestaurant(query, row))
  return { ...row, ...scores.reduce((a, b) => (b.score > a.score ? b : a)) }
}

const nearBy = async (
  database: Database,
  { q, near, miles }: TextQuery,
  sequences: WordSequence[],
): Promise<FoundRestaurant[]> =>
  near && sequences.length > 0 ? within(database, q, near, miles, sequences) : []

async function elsewhere(
  database: Database,
  { q, words, near, miles, strictly, onlyNames }: TextQuery,
  sequences: WordSequence[],
): Promise<FoundRestaurant[]> {
  if (sequences.length === 0 || onlyNames) return []
  const lists = await Promise.all([
    words.length > 1 || words.some(isPrefixLongEnough)
      ? anywhere(database, q, near, strictly ? miles : null, sequences)
      : [],
    near ? [] : begunSo(database, q, foldText(q)),
  ])
  return lists.flat()
}

const columns = (near: Point | undefined) => sql`
  id as "restaurantId", place_id as id, name, name_en as "nameEn", town, address,
  city_label as "cityName", latitude, longitude, false as alone,
  added_by as "addedBy", ${near ? milesFromSql(near) : sql`null::float8`} as miles`
const standing = sql`deleted_at is null and hidden_at is null and not unconfirmed`

async function within(
  database: Database,
  q: string,
  near: Point,
  miles: number,
  sequences: WordSequence[],
) {
  const queries = tsqueriesInCells(cellsTouching(near, miles, 4), sequences)
  const best = (which: RawBuilder<unknown>) => sql`
    (select id from found where miles <= ${miles} and ${which}
      order by is_same desc, miles limit ${most.near})`
  return rowsOf(
    database,
    sql`${preparedStatementComment}
        with found as (
          select id, name_key = ${foldText(q)} as is_same, ${milesFromSql(near)} as miles,
                 false as alone
            from restaurants_named_near(${queries}::tsquery[]) named join restaurants on id = named
           where ${containsWildcardsLiterallySql(q)})
        select ${columns(near)} from restaurants
         where id in (${best(sql`not alone`)} union all ${best(sql`alone`)})`,
  )
}

async function anywhere(
  database: Database,
  q: string,
  near: Point | undefined,
  miles: number | null,
  sequences: WordSequence[],
) {
  const query = tsquery(sequences)
  if (query === '') return []
  const strict = miles === null ? sql`true` : sql`miles <= ${miles}`
  return rowsOf(
    database,
    sql`${preparedStatementComment}
        select * from (select ${columns(near)}
                         from restaurants_named(${query}::tsquery, ${near ? most.far * 2 : most.far}) named
                         join restaurants on id = named
                        where ${containsWildcardsLiterallySql(q)}) found
         where ${strict} order by miles limit ${most.far}`,
  )
}

async function begunSo(database: Database, q: string, key: string) {
  const from = (equal: RawBuilder<unknown>) => sql`
    (select * from (
       select ${columns(undefined)} from restaurants
        where ${standing} and ${containsWildcardsLiterallySql(q)} and ${equal} limit ${most.begun}) begun
      order by alone limit ${most.near})`
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
    ${preparedStatementComment}
    select restaurant_id as id, sum(upvote_count)::integer as votes from items
     where restaurant_id = any (${ids}::integer[]) and listed group by restaurant_id`.execute(
    database,
  )
  return new Map(rows.map(({ id, votes }) => [id, votes]))
}

/** Radius in miles around a city that is named together with a restaurant. */
const roundCity = 20

/** Matches a number before a name that may not be part of the name, such as a house number or a rank in a list. */
const leadingNumber = /^\s*#?\d+[.)]?\s+(?=\S)/

/**
 * Returns the interpretations of a typed query: all of it, searched first within `miles`; the same without a leading
 * number; and, if it names a city, the rest of it around that city. `wider` returns further ones: without a leading
 * number anywhere, and around cities that are smaller or whose names are misspelt.
 */
export function interpretRestaurantQuery(
  q: string,
  near: Point | undefined,
  miles: number,
  cities: Gazetteer,
  city: NamedCity | null = cityNamedIn(q, cities, near),
): RestaurantQueryInterpretations {
  const round = ({ rest, city }: NamedCity): TextQuery => ({
    q,
    words: requiredWords(rest),
    near: city,
    miles: roundCity,
    strictly: true,
  })
  const here = { q, words: requiredWords(q), near, miles }
  const isNumbered = leadingNumber.test(q)
  const named = { ...here, words: requiredWords(q.replace(leadingNumber, '')), isPart: true }
  return {
    queries: [
      here,
      ...(isNumbered && near ? [{ ...named, onlyNames: true }] : []),
      ...(city ? [round(city)] : []),
    ],
    wider: () => [
      ...(isNumbered ? [named] : []),
      ...citiesPossiblyNamedIn(q, cities, near).map((one) => ({ ...round(one), onlyNames: true })),
    ],
  }
}
