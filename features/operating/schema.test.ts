import { expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { dropEverything } from './tables.server.ts'

it('a schema is emptied whose functions go with one another', async () => {
  const app = await testApp()
  const client = await app.services.connect()
  await client.query('begin')
  // Dropping the first function also drops all others, which come later in the list.
  await client.query('create function chain_0() returns integer language sql return 1')
  for (let n = 1; n < 80; n++)
    await client.query(
      `create function chain_${n}() returns integer language sql return chain_${n - 1}()`,
    )
  await dropEverything(client)
  const { rows } = await client.query(
    `select proname from pg_proc where pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
     union all
     select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  expect(rows).toEqual([])
  await client.query('rollback')
  await client.end()
})
