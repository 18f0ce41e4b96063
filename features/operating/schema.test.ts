import { expect, it } from 'vitest'
import { readMigrations } from '#platform/server/database/migrate.ts'
import { testApp } from '#platform/testing/app.ts'
import { dropOwn } from './tables.server.ts'

it('a schema is emptied of all that Yolo made, and of nothing else', async () => {
  const app = await testApp()
  const client = await app.services.connect()
  await client.query('begin')
  await client.query(
    'create table notes (id integer); create function note() returns integer language sql return 1',
  )
  await dropOwn(client, await readMigrations())
  const { rows } = await client.query(
    `select proname as name from pg_proc where pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
     union all
     select relname from pg_class where relnamespace = 'public'::regnamespace
     union all
     select typname from pg_type where typnamespace = 'public'::regnamespace and typtype in ('e', 'd')
      order by 1`,
  )
  expect(rows).toEqual([{ name: 'note' }, { name: 'notes' }])
  await client.query('rollback')
  await client.end()
})
