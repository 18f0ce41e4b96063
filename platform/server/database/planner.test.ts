import { readFileSync } from 'node:fs'
import pg from 'pg'
import { expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { projectFiles } from '../../../bootstrap/project.mjs'
import { openLog } from '../log.ts'
import { openPool, rankingPlannerSettings } from './database.ts'
import { migrate } from './migrate.ts'

const app = await testApp()
const client = new pg.Client({ connectionString: app.databaseUrl })
await client.connect()
const change = (what: string) =>
  client.query(
    `do $$ begin execute format('alter ${what}', current_database(), current_user); end $$`,
  )
// PostgreSQL's own settings, and dates as a server in another country may write them.
const planner = ['jit = on', 'max_parallel_workers_per_gather = 2', 'random_page_cost = 4']
for (const setting of planner) await change(`database %1$I set ${setting}`)
await change('role %2$I in database %1$I set datestyle = sql, dmy')

it('queries are planned as they were measured, whatever the server’s own settings are', async () => {
  const log = openLog('silent')
  for (const settings of [undefined, rankingPlannerSettings]) {
    const pool = openPool({ url: app.databaseUrl, max: 1, log, settings })
    const { rows } = await pool.query(
      `select current_setting('jit') as jit, current_setting('random_page_cost') as cost,
              current_setting('max_parallel_workers_per_gather') as workers,
              current_setting('enable_bitmapscan') as bitmap`,
    )
    const bitmap = settings ? 'off' : 'on'
    expect(rows).toEqual([{ jit: 'off', cost: '1.1', workers: '0', bitmap }])
    await pool.end()
  }
})

it('a site serves its members where the role writes times in another style', async () => {
  const member = await app.member()
  expect(await migrate(app.databaseUrl)).toEqual([])
  const { get, services } = await testApp({ beside: app })
  expect((await get('/api/sessions', { as: member })).status).toBe(200)
  const command = await services.connect()
  const { rows } = await command.query(`select timestamptz '2026-05-01 00:00Z' as at`)
  expect(rows).toEqual([{ at: new Date('2026-05-01') }])
  await command.end()
  await client.end()
})

it('each client of the site’s database has our settings', () => {
  // The embedded server has them itself.
  const embedded = ['app/types.ts', 'platform/server/postgres/server-lock.ts']
  const connecting = projectFiles()
    .filter((file) => /^(app|domain|features|platform)\/.*\.ts$/.test(file))
    .filter((file) => !/\.(test|long|testing)\.ts$|^platform\/testing\//.test(file))
    .filter((file) => readFileSync(file, 'utf8').includes('connectionString'))
  expect(connecting.sort()).toEqual([...embedded, 'platform/server/database/database.ts'].sort())
})
