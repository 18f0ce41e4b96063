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

/**
 * Five members who are held with a cluster. An admin released the first one after their answer, and kept the second and
 * third held, whose answers were the newest then; the fourth answered later, and keeping them held was undone.
 */
const heldWithAnswers = `
  insert into suspects (key, kind, score, reasons, first_act, last_act, found_at, weighed_at, closed_at)
    select 'alike 1', 'alike', 1, '[]', at, at, at, at, at from (values ('2026-01-01'::timestamptz)) moment (at);
  insert into holds (user_id, reason, cluster_id, held_at, answer, answered_at, released_at, released_by) values
    (21, 'Many.', 1, '2026-01-01', 'No.', '2026-01-02', '2026-01-03', 6),
    (22, 'Many.', 1, '2026-01-01', 'No.', '2026-01-04', null, null),
    (23, 'Many.', 1, '2026-01-01', 'No.', '2026-01-05', null, null),
    (24, 'Many.', 1, '2026-01-01', 'No.', '2026-01-07', null, null),
    (25, 'Many.', 1, '2026-01-01', null, null, null, null);
  insert into report_decisions (kind, subject, round, decision, reason, actor_id, decided_at, restored_at, restored_by) values
    ('suspects', 'answers 1', 1, 'dismiss', 'Read.', 6, '2026-01-03', null, null),
    ('suspects', 'answers 3', 1, 'remove', 'Read.', 6, '2026-01-06', null, null),
    ('suspects', 'answers 4', 1, 'remove', 'Read.', 6, '2026-01-08', '2026-01-09', 6);`

/** A text that was taken down, one that is shown again, and a member, with what the audit has of them. */
const takenDown = `
  insert into takedowns (kind, yolo_id, member_id, word, actor_id, created_at, restored_at) values
    ('text', 1, 20, 'No.', 6, '2026-01-01', null),
    ('text', 2, 20, 'No.', 6, '2026-01-02', '2026-01-03'),
    ('member', null, 21, 'No.', 6, '2026-01-04', null),
    ('photo', 3, 20, 'No.', 6, '2026-01-05', null);
  insert into audit (at, actor_id, action, subject, before) values
    ('2026-01-01', 6, 'abuse.take-down', 'text of yolo 1', '{"description": "Rude words."}'),
    ('2026-01-02', 6, 'abuse.take-down', 'text of yolo 2', '{"description": "Old words."}'),
    ('2026-01-03', 6, 'abuse.restore', 'text of yolo 2', '{"contentHash": "abcd"}'),
    ('2026-01-04', 6, 'abuse.take-down', 'member 21', '{"userName": "Ann", "bio": ""}'),
    ('2026-01-05', 6, 'abuse.take-down', 'photo of yolo 3', '{"photo": "a"}');`

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
    insert into votes (item_id, user_id, counted) select id, 20 + id % 7, false from items where id % 3 = 0;
    ${heldWithAnswers}
    ${takenDown}
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
 * the rows are the same as before, the decisions on answers at each hold (see `heldWithAnswers`), and what is known of
 * each takedown (see `takenDown`).
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
    const decided = await database.client.query('select decision_id from holds order by user_id')
    const takedowns = await database.client.query(
      `select seen, encode(ended_hash, 'hex') as ended from takedowns order by id`,
    )
    return {
      ran: rows.map(({ name }) => name as string),
      wasCut: cutOff !== null,
      same: JSON.stringify(before) === JSON.stringify(after),
      decided: decided.rows.map(({ decision_id }) => decision_id as number | null),
      takedowns: takedowns.rows.map(({ seen, ended }) => [seen, ended] as (string | null)[]),
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
