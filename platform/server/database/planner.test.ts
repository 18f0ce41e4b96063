import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { openLog } from '../log.ts'
import { openPool, rankingPlannerSettings } from './database.ts'

it('queries are planned as they were measured, whatever the server’s own settings are', async () => {
  const url = inject('postgresUrl')
  const name = `planner_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${name}`)
  // PostgreSQL's own settings.
  for (const setting of ['jit = on', 'max_parallel_workers_per_gather = 2', 'random_page_cost = 4'])
    await client.query(`alter database ${name} set ${setting}`)
  const own = new URL(url)
  own.pathname = `/${name}`
  const log = openLog('silent')
  for (const settings of [undefined, rankingPlannerSettings]) {
    const pool = openPool({ url: own.href, max: 1, log, settings })
    const { rows } = await pool.query(
      `select current_setting('jit') as jit, current_setting('random_page_cost') as cost,
              current_setting('max_parallel_workers_per_gather') as workers,
              current_setting('enable_bitmapscan') as bitmap`,
    )
    const bitmap = settings ? 'off' : 'on'
    expect(rows).toEqual([{ jit: 'off', cost: '1.1', workers: '0', bitmap }])
    await pool.end()
  }
  await client.query(`drop database ${name}`)
  await client.end()
})
