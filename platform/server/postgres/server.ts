import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { type Cluster, freePort, openCluster, superuser } from './cluster.ts'
import { isServerOf, launch, readPid, setAside, shutDown } from './process.ts'

export type EmbeddedPostgres = {
  url: string
  /** Stops the server, unless another process still holds it. */
  stop(): Promise<void>
  /** The server was running already. */
  adopted: boolean
}

type Log = { info(text: string): void; warn(text: string): void }
type Options = { stateDir: string; log: Log; fsync?: boolean }
type Hold = { client: Client; pid: number; port: number; adopted: boolean }

/**
 * The embedded server of a state folder: made on first use, adopted where it runs already, brought
 * back on the same port when it dies. Every process on it holds a shared lock inside it; the last
 * to let go stops it, so that a command run beside the site never takes the database from under it.
 */
export async function startPostgres({
  stateDir,
  log,
  fsync = true,
}: Options): Promise<EmbeddedPostgres> {
  const cluster = await openCluster(stateDir, fsync)
  const leaving = new AbortController()
  let hold = await takeHold(cluster, fsync, leaving.signal)
  const { port, adopted } = hold
  await makeDatabase(hold.client)
  let kept = keep()

  async function keep(): Promise<void> {
    while (!leaving.signal.aborted) {
      await lost(hold.client, leaving.signal)
      while (!leaving.signal.aborted) {
        log.warn('PostgreSQL went away; bringing it back')
        try {
          hold = await takeHold(cluster, fsync, leaving.signal, port)
          break
        } catch (error) {
          if (leaving.signal.aborted) return
          log.warn(String(error))
          await wait(1_000)
        }
      }
    }
  }

  // A process that breaks or exits without `stop` can no longer ask whether it was the last.
  const release = () =>
    spawn(process.execPath, [fileURLToPath(import.meta.resolve('./release.ts')), stateDir], {
      detached: true,
      stdio: 'ignore',
    }).unref()
  process.once('exit', release)

  async function stop() {
    process.off('exit', release)
    leaving.abort()
    await kept
    kept = Promise.resolve()
    await letGo(cluster, hold)
  }

  return { url: address(cluster, port, superuser), stop, adopted }
}

/** Stops the server of a state folder if nobody holds it. */
export async function releasePostgres(stateDir: string) {
  if (!existsSync(join(stateDir, 'postgres', 'data'))) return
  const cluster = await openCluster(stateDir, true)
  const running = await readPid(cluster)
  if (!running?.port || !(await isServerOf(cluster, running.pid))) return
  const client = await lockShared(cluster, running.port)
  if (typeof client !== 'string') await letGo(cluster, { client, pid: running.pid })
}

const address = (cluster: Cluster, port: number, database: string) =>
  `postgres://${superuser}:${cluster.password}@127.0.0.1:${port}/${database}`

/** How long a server that is starting, recovering or stopping is waited for. */
const patience = 60_000

async function takeHold(
  cluster: Cluster,
  fsync: boolean,
  leaving: AbortSignal,
  fixedPort?: number,
): Promise<Hold> {
  const deadline = Date.now() + patience
  let why = 'no answer'
  let unreadable = 0
  for (let first = true; first || Date.now() < deadline; first = false) {
    leaving.throwIfAborted()
    if (!first) await wait(100, undefined, { signal: leaving })
    const running = await readPid(cluster)
    if (running && (await isServerOf(cluster, running.pid))) {
      const client = running.port ? await lockShared(cluster, running.port) : 'starting'
      if (typeof client !== 'string')
        return { client, pid: running.pid, port: running.port!, adopted: true }
      why = client
      continue
    }
    // An empty pid file is being written this moment, or was cut off by a power cut.
    if (running?.pid === 0 && unreadable++ < 20) continue
    if (running) await setAside(cluster, running.pid)
    const port = fixedPort ?? (await keptPort(cluster))
    const launched = await launch(cluster, port, fsync)
    if ('pid' in launched) {
      const client = await lockShared(cluster, port)
      if (typeof client !== 'string') return { client, pid: launched.pid, port, adopted: false }
      why = client
      continue
    }
    why = launched.refused
    if (/could not bind|could not create any TCP/.test(why)) {
      if (!fixedPort) await keepPort(cluster, await freePort())
    } else if (!/already exists|is empty|bogus data|still in use/.test(why)) break
  }
  throw new Error(`The embedded PostgreSQL in ${cluster.folder} does not start: ${why}`)
}

/** Any number; the same for all that share a server. */
const heldBy = 701_051

/** A connection holding the shared lock; or why there is none yet. */
async function lockShared(cluster: Cluster, port: number): Promise<Client | string> {
  const client = new Client({
    connectionString: address(cluster, port, 'postgres'),
    connectionTimeoutMillis: 5_000,
    application_name: 'yolo: keeps the server',
    keepAlive: true,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ mark: string; held: boolean }>(
      `select current_setting('cluster_name') mark, pg_try_advisory_lock_shared(${heldBy}) held`,
    )
    if (rows[0]?.mark === cluster.mark && rows[0].held) return client
    await client.end()
    return rows[0]?.held ? 'another server answers on its port' : 'it is being stopped'
  } catch (error) {
    await client.end().catch(() => {})
    return String(error)
  }
}

async function letGo(cluster: Cluster, { client, pid }: Pick<Hold, 'client' | 'pid'>) {
  try {
    if (await isLast(client)) await shutDown(cluster, pid)
  } finally {
    await client.end().catch(() => {})
  }
}

async function isLast(client: Client): Promise<boolean> {
  try {
    await client.query(`select pg_advisory_unlock_shared(${heldBy})`)
    const { rows } = await client.query<{ last: boolean }>(
      `select pg_try_advisory_lock(${heldBy}) last`,
    )
    return rows[0]?.last === true
  } catch {
    // A server that is gone need not be stopped.
    return false
  }
}

async function makeDatabase(client: Client) {
  const { rows } = await client.query('select from pg_database where datname = $1', [superuser])
  if (rows.length > 0) return
  await client.query(`create database ${superuser}`).catch((error: { code?: string }) => {
    // Two first starts at once: the other one made it.
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

async function keptPort(cluster: Cluster) {
  const kept = Number(await readFile(join(cluster.folder, 'port'), 'utf8').catch(() => ''))
  return kept || keepPort(cluster, await freePort())
}

async function keepPort(cluster: Cluster, port: number) {
  await writeFile(join(cluster.folder, 'port'), String(port))
  return port
}
