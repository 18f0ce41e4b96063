import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { findServerUser, spawnUserOptions } from '../../../platform/server/postgres/account.ts'
import { freePort } from '../../../platform/server/postgres/cluster.ts'
import { start } from '../started.ts'

const bin = '/usr/lib/postgresql/15/bin'

/**
 * Settings that the manuals of PostgreSQL and PostGIS recommend: a quarter of the available memory, cheap random reads,
 * no JIT for short queries. The data don't outlive the run, so writes don't have to be durable.
 */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '1GB',
  effective_cache_size: '4GB',
  work_mem: '32MB',
  maintenance_work_mem: '512MB',
  random_page_cost: '1.1',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  max_wal_size: '4GB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
}

export type Postgis = { url(database: string): string; stop(): Promise<void> }

/** Starts a separate server of Debian's PostgreSQL with PostGIS, in a new folder. */
export async function startPostgis(folder: string): Promise<Postgis> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const account = await findServerUser(folder)
  chmodSync(folder, 0o700)
  if (account) chownSync(folder, account.uid, account.gid)
  const data = join(folder, 'data')
  const options = { ...spawnUserOptions(account), cwd: '/', encoding: 'utf8' } as const
  const args = ['-D', data, '-U', 'yolo', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N']
  const made = spawnSync(join(bin, 'initdb'), args, options)
  if (made.status !== 0) throw new Error(`The peers' PostgreSQL could not be made: ${made.stderr}`)
  const port = await freePort()
  const given = Object.entries({ ...settings, port }).flatMap(([key, value]) => [
    '-c',
    `${key}=${value}`,
  ])
  const server = start(join(bin, 'postgres'), ['-D', data, ...given], {
    ...spawnUserOptions(account),
    cwd: '/',
    endedBy: 'SIGQUIT',
  })
  const url = (database: string) => `postgres://yolo@127.0.0.1:${port}/${database}`
  await server.until(() => ask(url('postgres'), 'select 1').then(() => true))
  return {
    url,
    async stop() {
      await server.stop('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Runs a statement on a separate connection. */
export async function ask(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return client.query(statement).finally(() => client.end())
}
