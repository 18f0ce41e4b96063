import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Client } from 'pg'
import { openCluster, superuser } from './cluster.ts'
import { databaseUrl, releaseServer, lockShared, acquireServer } from './server-lock.ts'
import { isServerOf, readPid } from './process.ts'

export type EmbeddedPostgres = {
  url: string
  /** Stops the server, unless another process still uses it. */
  stop(): Promise<void>
  /** True if the server was already running. */
  adopted: boolean
}

type Log = { info(text: string): void; warn(text: string): void }
type Options = { stateDir: string; log: Log; fsync?: boolean }

/**
 * Starts the embedded server of a state folder. It is created on first use, shared if it already runs, and restarted on
 * the same port if it dies. Each process has a shared lock in the server, and the last one to release it stops the
 * server, so that a command that ends never stops the database of a running site.
 */
export async function startPostgres({
  stateDir,
  log,
  fsync = true,
}: Options): Promise<EmbeddedPostgres> {
  const cluster = await openCluster(stateDir, fsync)
  const leaving = new AbortController()
  let lock = await acquireServer(cluster, fsync, leaving.signal)
  const { port, adopted } = lock
  await makeDatabase(lock.client)
  let kept = keep()

  async function keep(): Promise<void> {
    while (!leaving.signal.aborted) {
      await lost(lock.client, leaving.signal)
      while (!leaving.signal.aborted) {
        log.warn('PostgreSQL went away; bringing it back')
        try {
          lock = await acquireServer(cluster, fsync, leaving.signal, port)
          break
        } catch (error) {
          if (leaving.signal.aborted) return
          log.warn(String(error))
          await wait(1_000)
        }
      }
    }
  }

  // A process that exits without `stop` can no longer check whether it was the last one, so it starts another process
  // that does.
  const release = () =>
    spawn(process.execPath, [fileURLToPath(new URL('./release.ts', import.meta.url)), stateDir], {
      detached: true,
      stdio: 'ignore',
    }).unref()
  process.once('exit', release)

  async function stop() {
    process.off('exit', release)
    leaving.abort()
    await kept
    kept = Promise.resolve()
    await releaseServer(cluster, lock)
  }

  return { url: databaseUrl(cluster, port, superuser), stop, adopted }
}

/** Stops the server of a state folder if no process uses it. */
export async function stopPostgresIfUnused(stateDir: string) {
  if (!existsSync(join(stateDir, 'postgres', 'data'))) return
  const cluster = await openCluster(stateDir, true)
  const running = await readPid(cluster)
  if (!running?.port || !(await isServerOf(cluster, running.pid))) return
  const client = await lockShared(cluster, running.port)
  if (typeof client !== 'string') await releaseServer(cluster, { client, pid: running.pid })
}

async function makeDatabase(client: Client) {
  const { rows } = await client.query('select from pg_database where datname = $1', [superuser])
  if (rows.length > 0) return
  await client.query(`create database ${superuser}`).catch((error: { code?: string }) => {
    // Another process that started at the same time has created it.
    if (error.code !== '42P04' && error.code !== '23505') throw error
  })
}

function lost(client: Client, leaving: AbortSignal) {
  return new Promise<void>((resolve) => {
    client.once('end', () => resolve())
    leaving.addEventListener('abort', () => resolve(), { once: true })
    if (leaving.aborted) resolve()
  })
}
