import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { until } from '#platform/testing/until.ts'
import {
  applyMigration,
  migrate,
  createMigrationsTableSql,
  readMigrations,
} from '#platform/server/database/migrate.ts'

/** The last migration of the version from which existing sites are upgraded. */
const base = '0015-listings.sql'

async function connected(url: string) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Creates a database of the base version with this many dishes and as many favorites. */
async function filled(items: number) {
  const name = `test_${randomBytes(6).toString('hex')}`
  const owner = await connected(inject('postgresUrl'))
  await owner.query(`create database ${name}`)
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  const client = await connected(url.href)
  await client.query(createMigrationsTableSql)
  for (const migration of (await readMigrations()).filter((one) => one.name <= base))
    await applyMigration(client, migration)
  await client.query(`
    set session_replication_role = replica;
    insert into users (id, user_name, user_name_key, email) values (20, 'Yolo 20', 'yolo 20', 'a@example.com');
    insert into restaurants (place_id, name, name_key, address, latitude, longitude, cell5, cell7, city_label, city_slug, time_zone, source)
      select 'test:' || n, 'Place ' || n, 'place ' || n, 'Street', 40 + n % 500 / 100.0, -93, n % 5000, n, 'City ' || n % 500, 'city-' || n % 500, 'UTC', 'test'
        from generate_series(1, ${Math.ceil(items / 10)}) n;
    insert into items (restaurant_id, category_id, name, name_key, latitude, longitude, cell5, yolo_count, newest_yolo_at)
      select r.id, 1 + n % 14, 'Dish ' || n, 'dish ' || n, r.latitude, r.longitude, r.cell5, 1, '2026-01-01'
        from restaurants r cross join generate_series(1, 10) n;
    insert into yolos (user_id, item_id, category_id, cell5, created_at)
      select 20, id, category_id, cell5, '2026-01-01' from items;
    insert into votes (item_id, user_id) select id, 20 + id % 7 from items where id % 3 = 0;
    analyze`)
  return {
    url: url.href,
    client,
    async drop() {
      await client.end()
      await owner.query(`drop database ${name} with (force)`)
      await owner.end()
    },
  }
}

/**
 * Migrates a filled database while a client reads from it. The first attempt is interrupted. Returns the migrations
 * that have run, how long the second attempt took and the longest that a read took (both in milliseconds), and whether
 * the rows are the same as before.
 */
export async function migrateUnderReads(items: number) {
  const database = await filled(items)
  const reader = await connected(database.url)
  const before = await counts(database.client)
  let stopped = false
  let [reads, longest] = [0, 0]
  const reading = (async () => {
    while (!stopped) {
      const begun = performance.now()
      await reader.query(
        'select id from items where category_id = 3 and listed order by upvote_count desc, yolo_count desc, newest_yolo_at desc, -id desc limit 50',
      )
      longest = Math.max(longest, performance.now() - begun)
      reads++
    }
  })()
  try {
    const writer = await connected(database.url)
    await writer.query(
      'begin; lock table users, restaurants, items, yolos, votes, contests in row exclusive mode',
    )
    const cut = migrate(database.url).then(
      () => null,
      (error: Error) => error,
    )
    // The migration waits half-way for the writer's lock, and is killed there.
    await until(async () => {
      const { rowCount } = await database.client.query(`
        select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query !~ 'advisory'`)
      return rowCount
    }, 'No migration waited.')
    await writer.end()
    const cutOff = await cut
    const begun = performance.now()
    await migrate(database.url)
    const milliseconds = performance.now() - begun
    const { rows } = await database.client.query('select name from migrations order by name')
    const after = await counts(database.client)
    return {
      ran: rows.map(({ name }) => name as string),
      wasCut: cutOff !== null,
      same: JSON.stringify(before) === JSON.stringify(after),
      milliseconds: Math.round(milliseconds),
      reads,
      longest: Math.round(longest),
    }
  } finally {
    stopped = true
    await reading.finally(() => reader.end())
    await database.drop()
  }
}

const counts = async (client: pg.Client) =>
  (
    await client.query(
      'select (select count(*) from items) items, (select count(*) from yolos) yolos, (select count(*) from votes) votes, (select sum(yolo_count) from items) kept',
    )
  ).rows[0]
