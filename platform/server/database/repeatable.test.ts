import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { copyDatabase } from '#platform/testing/database/database.ts'
import { migrate } from './migrate.ts'
import { readSqlDeclarations } from './repeatable-files.ts'

let copy: Awaited<ReturnType<typeof copyDatabase>>
let client: pg.Client
beforeAll(async () => {
  copy = await copyDatabase(inject('postgresUrl'))
  client = await connected()
})
afterAll(async () => {
  await client.end()
  await copy.drop()
})

async function connected() {
  const one = new pg.Client({ connectionString: copy.url })
  one.on('error', () => {})
  await one.connect()
  return one
}

/** Returns the definitions of all functions, views and triggers in the database. */
async function definitions(): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>(`
    select pg_get_functiondef(oid) as text from pg_proc where pronamespace = 'public'::regnamespace
     union all
    select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
     union all
    select pg_get_viewdef(oid) from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'
     order by text`)
  return rows.map(({ text }) => text)
}

it('every function, view and trigger is declared by a file, or is what an index is built on', async () => {
  const declared = new Set((await readSqlDeclarations()).map(({ identity }) => identity))
  expect(declared.size).toBeGreaterThan(100)
  const { rows } = await client.query<{ identity: string }>(`
    select 'trigger ' || tgname || ' on ' || tgrelid::regclass as identity from pg_trigger where not tgisinternal
     union all
    select 'view ' || relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'
     union all
    (with recursive indexed as (
       select refobjid as id from pg_depend join pg_index on indexrelid = objid
        where classid = 'pg_class'::regclass and refclassid = 'pg_proc'::regclass
       union
       select refobjid from pg_depend join indexed on objid = indexed.id
        where classid = 'pg_proc'::regclass and refclassid = 'pg_proc'::regclass)
     select 'function ' || proname from pg_proc
      where pronamespace = 'public'::regnamespace and oid not in (select id from indexed))`)
  expect(rows.map(({ identity }) => identity).toSorted()).toEqual([...declared].toSorted())
})

it('what another version declared goes, what it declared otherwise is made again', async () => {
  const before = await definitions()
  await client.query(`
    create function formerly() returns trigger language plpgsql as 'begin return null; end';
    create trigger formerly after insert on votes for each row execute function formerly();
    create view formerly_seen as select id from items;
    insert into repeatable_migrations (identity, signature, checksum)
    values ('function formerly', '', ''), ('trigger formerly on votes', '', ''), ('view formerly_seen', '', '');
    create or replace function recount_tagged() returns trigger language plpgsql as 'begin return null; end';
    update repeatable_migrations set checksum = '' where identity = 'function recount_tagged'`)
  expect(await definitions()).not.toEqual(before)
  const changed = await migrate(copy.url)
  expect(changed.toSorted()).toEqual([
    'function recount_tagged',
    'function formerly',
    'trigger formerly on votes',
    'view formerly_seen',
  ])
  expect(await definitions()).toEqual(before)
  expect(await migrate(copy.url)).toEqual([])
})

it('a function that answers otherwise takes what is built on it along, and all comes back', async () => {
  const before = await definitions()
  await client.query(`
    drop function item_tags cascade;
    create function item_tags(item integer, at timestamptz) returns text language sql return 'formerly';
    drop function recount_changed cascade;
    update repeatable_migrations set signature = '', checksum = '' where identity in ('function item_tags', 'function recount_changed')`)
  const changed = await migrate(copy.url)
  expect(changed).toEqual(
    expect.arrayContaining([
      'function item_tags',
      'view item_counts',
      'trigger votes_inserted on votes',
    ]),
  )
  expect(await definitions()).toEqual(before)
})

it('several that start at once put them in place once', async () => {
  await client.query(`update repeatable_migrations set checksum = ''`)
  const all = await Promise.all([1, 2, 3].map(() => migrate(copy.url)))
  expect(all.filter((changed) => changed.length > 0)).toHaveLength(1)
})

it('F12 triggers are put in place under writes, which never wait long, and wait for none that takes long', async () => {
  await client.query(`
    insert into users (id, user_name, user_name_key) values (20, 'Twenty', 'twenty');
    update repeatable_migrations set checksum = ''`)
  const slow = await connected()
  await slow.query('begin')
  await slow.query('update users set first_name = $1 where id = 20', ['Slow'])
  let isOver = false
  let longest = 0
  let writes = 0
  const writer = await connected()
  const writing = (async () => {
    while (!isOver) {
      const begun = performance.now()
      await writer.query('insert into shares (user_id) values (20)')
      await writer.query(
        `insert into users (user_name, user_name_key) values ('W', gen_random_uuid())`,
      )
      longest = Math.max(longest, performance.now() - begun)
      writes++
    }
  })()
  const migrating = migrate(copy.url)
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  const meanwhile = writes
  await slow.query('commit')
  expect((await migrating).length).toBeGreaterThan(100)
  isOver = true
  await writing
  await Promise.all([slow.end(), writer.end()])
  expect(meanwhile).toBeGreaterThan(20)
  expect(longest).toBeLessThan(2_000)
})
