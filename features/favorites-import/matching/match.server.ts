import { type RawBuilder, sql } from 'kysely'
import { cellsTouching } from '#domain/position/distance.ts'
import type { Point } from '#domain/position/miles.ts'
import { rankOrderSql } from '#domain/ranking.ts'
import { addedAloneSql } from '#domain/who-speaks.ts'
import { loadGazetteer, type Gazetteer } from '#features/places/gazetteer/gazetteer.server.ts'
import type { OutputOf, ParsedInputOf } from '#platform/contract/call.ts'
import { preparedStatementComment } from '#platform/server/database/database.ts'
import type { Viewer } from '#platform/server/http/handler.ts'
import { pauses } from '#platform/server/pauses.ts'
import type { Database, Services } from '#platform/server/services.ts'
import type { matchSavedPlaces } from '../contract.ts'
import { maxCandidates, maxDishesOffered } from '../limits.ts'
import { farthest, judge, readSoughtPlace, tellingWords, type Nearby } from './sureness.ts'

type Asked = ParsedInputOf<typeof matchSavedPlaces>
type Place = Asked['places'][number]
type Match = OutputOf<typeof matchSavedPlaces>['matches'][number]

/** The distance `farthest` in degrees of latitude. */
const reach = farthest / 69
/** Miles around a city's point within which restaurants count as the city's. */
const cityMiles = 25
/**
 * Maximum number of restaurants that are compared with one place, and as many again that only the members who added them
 * speak for, which mustn't push out the others.
 */
const compared = 12
/** Maximum number of restaurants among which those are that only the members who added them speak for. */
const lookedAtForAlone = 60

/** A place, and the point near which to look for it. `isExact` is false if the point isn't the place's own. */
type Sought = { at: number; key: string; point: Point; isExact: boolean }
type Found = Nearby & { at: number }

/** Finds the restaurants that saved places may be. Writes nothing. */
export async function matchPlaces(
  { listing, settings }: Pick<Services, 'listing' | 'settings'>,
  viewer: Viewer,
  { places, around }: Asked,
): Promise<Match[]> {
  const cities = await loadGazetteer(settings.stateDir)
  const namedCity = rememberCities(cities, around ?? undefined)
  const folded = places.map(({ name, address = '' }) => readSoughtPlace(name, address))
  const sought: Sought[] = []
  const unplaced: boolean[] = []
  for (const [at, place] of places.entries()) {
    if (pauses.isDue()) await pauses.pause()
    const { key } = folded[at]!
    const own = ownPlace(place, namedCity)
    unplaced.push(own === null)
    const where = own ?? (around ? { point: around, isExact: false } : null)
    if (key !== '' && where) sought.push({ at, key, ...where })
  }
  const [close, inCity] = await Promise.all([
    foundNear(
      listing,
      viewer.id,
      sought.filter(({ isExact }) => isExact),
    ),
    foundInCity(
      listing,
      viewer.id,
      sought.filter(({ isExact }) => !isExact),
    ),
  ])
  const nearby = Map.groupBy([...close, ...inCity], ({ at }) => at)
  const judged: ReturnType<typeof judge>[] = []
  for (const [at, place] of folded.entries()) {
    if (pauses.isDue()) await pauses.pause()
    const { sure, candidates } = judge(place, nearby.get(at) ?? [])
    judged.push({ sure, candidates: candidates.slice(0, maxCandidates) })
  }
  const ids = judged.flatMap(({ candidates }) => candidates.map(({ id }) => id))
  const facts = await factsOf(listing, [...new Set(ids)], viewer.id)
  return judged.map(({ sure, candidates }, at) => ({
    sure,
    unplaced: unplaced[at]!,
    candidates: candidates.map(({ id, name, address, miles }) => ({
      name,
      address,
      distanceMiles: miles === null ? null : Math.round(miles * 100) / 100,
      ...facts.get(id)!,
    })),
  }))
}

type NamedCity = (text: string) => Point | undefined

/** Returns a function that finds a city by its name, and looks for each name once: many places are in the same city. */
function rememberCities(cities: Gazetteer, around: Point | undefined): NamedCity {
  const known = new Map<string, Point | undefined>()
  return (text) => {
    if (!known.has(text)) known.set(text, cities.namedCity(text, around, false))
    return known.get(text)
  }
}

/** Returns the point or city that the file says. */
function ownPlace(
  { latitude, longitude, city, address }: Place,
  namedCity: NamedCity,
): Pick<Sought, 'point' | 'isExact'> | null {
  if (typeof latitude === 'number' && typeof longitude === 'number')
    return { point: { latitude, longitude }, isExact: true }
  const point = cityIn([city, address], namedCity)
  return point ? { point, isExact: false } : null
}

/** Returns the city named in one of the texts, such as '1 Main St, Minneapolis, MN 55407, USA'. */
function cityIn(texts: (string | undefined)[], namedCity: NamedCity): Point | undefined {
  for (const text of texts) {
    const parts = (text ?? '').split(',').map((part) => part.replaceAll(/\d[\d-]*/g, '').trim())
    // The first part of an address is the street, which may have the name of a city.
    const isAddress = text === texts[1] && parts.length > 1
    const towns = parts.slice(isAddress ? 1 : 0).filter((part) => part.length > 2)
    for (const [n, town] of towns.slice(0, 3).entries()) {
      const withState = [town, towns[n + 1]].filter(Boolean).join(', ')
      const found = namedCity(withState) ?? namedCity(town)
      if (found) return found
    }
  }
  return undefined
}

/** Finds restaurants near exact points. Their names share a word, or the first four letters, with the place's name. */
async function foundNear(listing: Database, viewerId: number, sought: Sought[]): Promise<Found[]> {
  if (sought.length === 0) return []
  const rows = sought.map(({ at, key, point }) => ({
    at,
    ...point,
    joined: key.replaceAll(' ', ''),
    words: tellingWords(key),
    cells: cellsTouching(point, farthest, 7).map(String),
  }))
  const { rows: found } = await sql<Found>`
    ${preparedStatementComment}
    select p.at, near.*
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
           as p (at integer, latitude float8, longitude float8, joined text, words text[], cells bigint[])
     cross join lateral (${comparedSql(
       viewerId,
       sql`
       select id, miles_between(p.latitude, p.longitude, latitude, longitude) as miles,
              replace(name_key, ' ', '') = p.joined
                or name_en is not null and replace(search_fold(name_en), ' ', '') = p.joined as is_same
         from restaurants
        where deleted_at is null and hidden_at is null and cell7 = any (p.cells)
          and abs(latitude - p.latitude) < ${reach}
          and abs(longitude - p.longitude) * cos(radians(p.latitude)) < ${reach}
          and (left(replace(name_key, ' ', ''), 4) = left(p.joined, 4)
               or string_to_array(name_key || ' ' || lower(coalesce(name_en, '')), ' ') && p.words)`,
     )}) near
     where near.miles <= ${farthest}`.execute(listing)
  return found
}

/** Finds restaurants in the place's city that have exactly its name. */
async function foundInCity(
  listing: Database,
  viewerId: number,
  sought: Sought[],
): Promise<Found[]> {
  if (sought.length === 0) return []
  const rows = sought.map(({ at, key, point }) => ({
    at,
    key,
    cells: cellsTouching(point, cityMiles, 5).map(String),
  }))
  const { rows: found } = await sql<Found>`
    ${preparedStatementComment}
    select p.at, named.*
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p (at integer, key text, cells bigint[])
     cross join lateral (${comparedSql(
       viewerId,
       sql`
       select id, null::float8 as miles, true as is_same
         from restaurants
        where deleted_at is null and hidden_at is null and name_key = p.key and cell5 = any (p.cells)`,
     )}) named`.execute(listing)
  return found
}

/**
 * SQL for the restaurants to compare with a place, of those that may be it: with the place's own name before others, then
 * by distance. They are looked at one by one in this order, and no more of them than are needed.
 */
function comparedSql(viewerId: number, found: RawBuilder<unknown>) {
  const inOrder = sql`order by is_same desc, miles, id`
  const best = (which: RawBuilder<unknown>, lookedAt: RawBuilder<unknown>) => sql`
    (select id, name, "nameEn", address, miles, alone
       from (select * from found ${inOrder} ${lookedAt}) found
      cross join lateral (
        select name, name_en as "nameEn", address,
               ${addedAloneSql('r')} and added_by is distinct from ${viewerId} as alone
          from restaurants r where r.id = found.id offset 0) r
      where ${which} ${inOrder} limit ${compared})`
  return sql`
    with found as materialized (${found})
    ${best(sql`not alone`, sql`offset 0`)} union all ${best(sql`alone`, sql`limit ${lookedAtForAlone}`)}`
}

type Facts = Pick<Match['candidates'][number], 'placeId' | 'cuisines' | 'dishes'>

async function factsOf(
  listing: Database,
  ids: number[],
  viewerId: number,
): Promise<Map<number, Facts>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Facts & { id: number }>`
    ${preparedStatementComment}
    select r.id, r.place_id as "placeId", coalesce(r.cuisines, '{}') as cuisines, coalesce(best.dishes, '[]') as dishes
      from restaurants r
     cross join lateral (
       select jsonb_agg(jsonb_build_object('id', i.id, 'name', i.name, 'categoryId', i.category_id,
                'used', exists (select from yolos y where y.item_id = i.id and y.user_id = ${viewerId}))) as dishes
         from (select id, name, category_id from items
                where restaurant_id = r.id and listed
                order by ${rankOrderSql} limit ${maxDishesOffered}) i) best
     where r.id = any (${ids}::integer[])`.execute(listing)
  return new Map(rows.map(({ id, ...facts }) => [id, facts]))
}
