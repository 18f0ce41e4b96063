import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { rebuildVocabulary } from '../domain/search-vocabulary.ts'
import { cellNumber } from '../domain/position/distance.ts'
import { latLngToCell } from 'h3-js'
import { tokenHash } from '../platform/server/auth/tokens.ts'
import { connectionTo, createDatabase } from '../platform/server/database/database.ts'
import type { Database } from '../platform/server/services.ts'

/** Opens the database of a running site with this state folder. */
export function databaseIn(folder: string): Database {
  const read = (name: string) => readFileSync(join(folder, 'postgres', name), 'utf8').trim()
  const port = read('data/postmaster.pid').split('\n')[3]
  const pool = new pg.Pool(
    connectionTo(`postgres://yolo:${read('password')}@127.0.0.1:${port}/yolo`),
  )
  // Ignores that the server stops if the fill failed.
  pool.on('error', () => undefined)
  return createDatabase(pool)
}

/** A city with the number of restaurants that it gets. */
export type BenchCity = { latitude: number; longitude: number; slug: string }

/** Returns numbers from 0 to 1, the same ones for the same seed (Mulberry32). */
export function randomBySeed(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Token of the member with this index, from 0. */
export const tokenOf = (index: number) => `bench-${index}-`.padEnd(43, '0')

export const firstMember = 1000

/**
 * Fills a migrated database without members: a restaurant and a member per ten items, one and a half yolos and about
 * two votes per item. The restaurants lie around the 200 largest cities of the US, by population. Returns the cities,
 * largest first, and the number of members. The first 2000 members have the session of `tokenOf`. Unless `searched`, no
 * words are written, which takes most of the time.
 */
export async function fill(database: Database, items: number, seed: number, searched = true) {
  const random = randomBySeed(seed)
  const { rows: cities } = await sql<
    BenchCity & { name: string; label: string; zone: string; population: number }
  >`
    select latitude, longitude, slug, name, label, time_zone as zone, population from cities
     where slug like '%-us' order by population desc limit 200`.execute(database)
  const restaurants = Math.ceil(items / 10)
  // The yolos below are unique only if the number of members is a multiple of that of categories.
  const members = Math.ceil(Math.max(items / 10, 2000) / 14) * 14

  await database.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`select setseed(${(seed % 1000) / 1000})`.execute(tx)
    // Every member was here today, because only the first call of a day notes the day.
    await sql`
      insert into users (id, user_name, user_name_key, email, email_verified_at, age_checked_at, last_used_on)
      select ${firstMember} + n, 'Member ' || n, 'member ' || n, 'member-' || n || '@example.com', now(), now(),
             (now() at time zone 'UTC')::date
        from generate_series(0, ${members}::integer - 1) n`.execute(tx)
    const hashes = Array.from({ length: Math.min(members, 2000) }, (_, n) => tokenHash(tokenOf(n)))
    await sql`
      insert into sessions (token_hash, user_id, created_at, last_used_at, expires_at)
      select hash, ${firstMember} + n - 1, now(), now(), now() + interval '30 days'
        from unnest(${hashes}::bytea[]) with ordinality as given (hash, n)`.execute(tx)
    const people = cities.reduce((sum, { population }) => sum + population, 0)
    for (const { latitude, longitude, slug, label, zone, population } of cities) {
      const count = Math.max(1, Math.round((restaurants * population) / people))
      const points = Array.from(
        { length: count },
        () =>
          [
            latitude + (random() + random() - 1) * 0.15,
            longitude + (random() + random() - 1) * 0.2,
          ] as const,
      )
      const cells = (resolution: number) =>
        points.map(([lat, lng]) => `${cellNumber(latLngToCell(lat, lng, resolution))}`)
      await sql`
        insert into restaurants (place_id, name, name_key, address, latitude, longitude, cell5, cell7, city_label,
                                 city_slug, time_zone, source, price_level)
        select 'bench-' || ${slug}::text || '-' || n, given.name, lower(given.name), n || ' Main Street', lat, lng, c5, c7,
               ${label}, ${slug}, ${zone}, 'bench', 1 + n % 4
          from unnest(${points.map(([lat]) => lat)}::float8[], ${points.map(([, lng]) => lng)}::float8[],
                      ${cells(5)}::bigint[], ${cells(7)}::bigint[]) with ordinality as point (lat, lng, c5, c7, n),
               lateral (select (${places}::text[])[1 + n * 7 % ${places.length}] || ' '
                               || (${owners}::text[])[1 + n * 11 % ${owners.length}] as name) given`.execute(
        tx,
      )
    }
    // The item's number gives its member and, with that, its category, so that slots are unique without a look.
    await sql`
      insert into items (id, restaurant_id, category_id, name, name_key, latitude, longitude, cell5, price_level,
                         vote_count, yolo_count, newest_yolo_at, created_at)
      overriding system value
      select n + 1, r.id, 1 + (n % ${members} * 7 + n / ${members}) % 14, given.name, lower(given.name), r.latitude,
             r.longitude, r.cell5, r.price_level, floor(power(random(), 3) * 9), 2 - n / ${members} % 2, at, at
        from generate_series(0, ${items}::integer - 1) n
        cross join lateral (select now() - (random() + 0 * n) * interval '300 days' as at) saved
        join lateral (select (${kinds}::text[])[1 + n % ${kinds.length}] || ' '
                             || (${dishes}::text[])[1 + n * 3 % ${dishes.length}] as name) given on true
        join (select *, row_number() over (order by id) - 1 as place from restaurants) r
          on r.place = n::bigint * 7919 % (select count(*) from restaurants)
      on conflict do nothing`.execute(tx)
    await sql`select setval(pg_get_serial_sequence('items', 'id'), ${items}::integer)`.execute(tx)
    const numbered = sql`(select *, id - 1 as n from items) i`
    for (const slot of [1, 2])
      await sql`
        insert into yolos (user_id, item_id, category_id, slot, description, created_at)
        select ${firstMember} + (n + (${slot} - 1) * 1400) % ${members}, id, category_id, ${slot},
               'The best ' || name || ' in town.', created_at
          from ${numbered} where ${slot} = 1 or n / ${members} % 2 = 0`.execute(tx)
    await sql`
      insert into votes (item_id, user_id, created_at)
      select id, ${firstMember} + (n + vote * 17 + 1) % ${members}, now() - random() * interval '90 days'
        from ${numbered}, generate_series(1, vote_count) vote`.execute(tx)
    await sql`analyze`.execute(tx)
    if (searched) await sql`select write_item_words(array(select id from items))`.execute(tx)
  })
  if (searched) await rebuildVocabulary(database)
  await sql`analyze`.execute(database)
  return { cities, members }
}

const places =
  'Golden Blue Little Old Red Happy Green Silver Corner Grand Lucky Sunny Royal Wild'.split(' ')
const owners =
  'Kitchen Diner Tavern Grill Noodles Cantina Bakery Bistro House Garden Counter Table Bar'.split(
    ' ',
  )
const kinds =
  'Smoked Spicy Crispy Classic House Double Roasted Grilled Fresh Sweet Double Garlic Maple'.split(
    ' ',
  )
const dishes =
  'Burger Ramen Latte Taco Pizza Salad Sandwich Curry Pancake Dumpling Donut Steak Wings Margarita Stout'.split(
    ' ',
  )
