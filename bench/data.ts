import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { loadGazetteer } from '../features/places/gazetteer/gazetteer.server.ts'
import { storeCards } from '../features/listings/candidates/stored-cards.server.ts'
import { hashPassword } from '../platform/server/auth/passwords.ts'
import { createDatabase } from '../platform/server/database/database.ts'
import { cityCount, citiesOf, generator } from './centres.ts'
import { copyIn, unindexed } from './filling/copy.ts'
import { fillDesk } from './filling/desk.ts'
import {
  itemColumns,
  itemRows,
  locatedAll,
  makeDishes,
  makeRestaurants,
  restaurantColumns,
  restaurantRows,
} from './filling/dishes.ts'
import {
  countFavourites,
  makeFavourites,
  tagRows,
  yoloColumns,
  yoloRows,
} from './filling/favourites.ts'
import { makeMembers, memberColumns, memberRows } from './filling/members.ts'
import { makeVotes, voteColumns, voteRows } from './filling/votes.ts'

export type Size = { items: number; restaurants?: number; members?: number; seed?: number }

/**
 * Fills a migrated database that has no members. Restaurants are scattered around the largest cities of the US by
 * population. By default there are ten dishes per restaurant and per member, and one and a half favorites and two votes
 * per dish. Triggers are off meanwhile; counts are written as the triggers would leave them, so that `yolo check` finds
 * nothing.
 */
export async function fill(
  url: string,
  { items, restaurants = items / 10, members: memberCount = items / 10, seed = 42 }: Size,
): Promise<void> {
  const random = generator(seed)
  const now = Math.floor(Date.now() / 1000) * 1000
  const cities = citiesOf(cityCount(items))
  const members = makeMembers(Math.ceil(memberCount), cities, now, random)
  const places = makeRestaurants(Math.ceil(restaurants), cities, random)
  const located = locatedAll(await loadGazetteer(), places)
  const dishes = makeDishes(items, places, cities, random)
  const favourites = makeFavourites(dishes, members, now, random)
  const counted = countFavourites(dishes, favourites, now, random)
  const votes = makeVotes(dishes, members, favourites, { counted, now, random })
  const idOf = new Uint32Array(items)
  for (const [place, dish] of counted.order.entries()) idOf[dish] = place + 1
  const hash = await hashPassword('bench bench bench', null)

  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`begin; set local session_replication_role = replica; set local statement_timeout = 0;
      set local maintenance_work_mem = '256MB'; set local synchronous_commit = off`)
    await unindexed(
      client,
      ['users', 'restaurants', 'items', 'yolos', 'yolo_tags', 'votes', 'search_vocabulary'],
      async () => {
        const people = memberRows(members, { cities, now, random, hash })
        await copyIn(client, 'users', memberColumns, people)
        await copyIn(client, 'restaurants', restaurantColumns, restaurantRows(places, located, now))
        await copyIn(
          client,
          'yolo_tags',
          ['yolo_id', 'tag_id'],
          tagRows(favourites, dishes, members, { counted, random }),
        )
        await copyIn(client, 'items', itemColumns, itemRows(dishes, located, counted))
        const saved = yoloRows(favourites, dishes, located, { idOf, random })
        await copyIn(client, 'yolos', yoloColumns, saved)
        await copyIn(client, 'votes', voteColumns, voteRows(votes, idOf))
        await client.query('select renew_item_words(array(select id from items)), learn_all()')
      },
    )
    for (const table of ['users', 'restaurants', 'items', 'yolos'])
      await client.query(
        `select setval(pg_get_serial_sequence($1, 'id'), (select max(id) from ${table}))`,
        [table],
      )
    await client.query('commit')
    await client.query('set statement_timeout = 0')
    await client.query('analyze')
    await client.query('begin')
    await fillDesk(client, { items, members: members.count, now })
    await client.query('commit')
    await client.query(
      'insert into item_cards (item_id) select id from items order by id on conflict do nothing',
    )
    await writeCards(url, items)
    await client.query('vacuum (analyze)')
  } finally {
    await client.end()
  }
}

/** Writes the cards of all items, as on a site on which every dish has been requested once. */
async function writeCards(url: string, items: number): Promise<void> {
  const database = createDatabase(new pg.Pool({ connectionString: url, max: 2 }))
  const batch = 1_000
  try {
    let next = 1
    const writer = async () => {
      while (next <= items) {
        const from = next
        next += batch
        await storeCards(
          database,
          Array.from({ length: batch }, (_, at) => from + at),
        )
      }
    }
    await Promise.all([writer(), writer()])
  } finally {
    await database.destroy()
  }
}

/** Returns a hash of what determines the data: the size, the code that makes them, and the schema. */
export async function markOf(size: Size): Promise<string> {
  const digest = createHash('sha256').update(JSON.stringify(size))
  const folders = ['./', './filling/', '../migrations/']
  for (const folder of folders)
    for (const name of (await readdir(new URL(folder, import.meta.url))).sort())
      if (/^(?:centres|data)\.ts$|\.sql$/.test(name) || folder === './filling/')
        digest.update(name).update(await readFile(new URL(folder + name, import.meta.url)))
  return digest.digest('hex')
}
