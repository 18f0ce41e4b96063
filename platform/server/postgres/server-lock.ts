import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { type Cluster, freePort, superuser } from './cluster.ts'
import {
  isServerOf,
  launchServer,
  readPid,
  type RunningServer,
  removeStalePid,
  stopServer,
} from './process.ts'

/** A process's lock on a running server, shared with other processes. The last one to release it stops the server. */
export type ServerLock = { client: Client; pid: number; port: number; adopted: boolean }

export const databaseUrl = (cluster: Cluster, port: number, database: string) =>
  `postgres://${superuser}:${cluster.password}@127.0.0.1:${port}/${database}`

/** Milliseconds to wait for a server that is starting, recovering or stopping. */
const patience = 60_000

export async function acquireServer(
  cluster: Cluster,
  fsync: boolean,
  leaving: AbortSignal,
  fixedPort?: number,
): Promise<ServerLock> {
  const deadline = Date.now() + patience
  let why = 'no answer'
  let unreadable = 0
  for (let first = true; first || Date.now() < deadline; first = false) {
    leaving.throwIfAborted()
    if (!first) await wait(100, undefined, { signal: leaving })
    const running = await readPid(cluster)
    const isServer = running !== undefined && (await isServerOf(cluster, running.pid))
    // An empty pid file is either being written right now or was left by a power cut.
    if (!isServer && running?.pid === 0 && unreadable++ < 20) continue
    if (!isServer && running) await removeStalePid(cluster, running.pid)
    const attempt = isServer
      ? await adopt(cluster, running)
      : await start(cluster, fsync, fixedPort)
    if ('client' in attempt) return attempt
    why = attempt.why
    if (attempt.hopeless) break
  }
  throw new Error(`The embedded PostgreSQL in ${cluster.folder} does not start: ${why}`)
}

type Failed = { why: string; hopeless?: boolean }

async function adopt(cluster: Cluster, { pid, port }: RunningServer): Promise<ServerLock | Failed> {
  if (!port) return { why: 'starting' }
  const client = await lockShared(cluster, port)
  return typeof client === 'string' ? { why: client } : { client, pid, port, adopted: true }
}

async function start(
  cluster: Cluster,
  fsync: boolean,
  fixedPort: number | undefined,
): Promise<ServerLock | Failed> {
  const port = fixedPort ?? (await keptPort(cluster))
  const launched = await launchServer(cluster, port, fsync)
  if ('pid' in launched) {
    const client = await lockShared(cluster, port)
    if (typeof client === 'string') return { why: client }
    return { client, pid: launched.pid, port, adopted: false }
  }
  const why = launched.refused
  if (/could not bind|could not create any TCP/.test(why)) {
    if (!fixedPort) await keepPort(cluster, await freePort())
    return { why }
  }
  return { why, hopeless: !/already exists|is empty|bogus data|still in use/.test(why) }
}

/** An arbitrary number, the same for all processes that share a server. */
const lockNumber = 701_051

/** Returns a connection that has the shared lock, or a text that says why it couldn't be taken. */
export async function lockShared(cluster: Cluster, port: number): Promise<Client | string> {
  const client = new Client({
    connectionString: databaseUrl(cluster, port, 'postgres'),
    connectionTimeoutMillis: 5_000,
    application_name: 'yolo: keeps the server',
    keepAlive: true,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ mark: string; held: boolean }>(
      `select current_setting('cluster_name') mark, pg_try_advisory_lock_shared(${lockNumber}) held`,
    )
    if (rows[0]?.mark === cluster.mark && rows[0].held) return client
    await client.end()
    return rows[0]?.held ? 'another server answers on its port' : 'it is being stopped'
  } catch (error) {
    await client.end().catch(() => {})
    return String(error)
  }
}

export async function releaseServer(
  cluster: Cluster,
  { client, pid }: Pick<ServerLock, 'client' | 'pid'>,
) {
  try {
    if (await isLast(client)) await stopServer(cluster, pid)
  } finally {
    await client.end().catch(() => {})
  }
}

async function isLast(client: Client): Promise<boolean> {
  try {
    await client.query(`select pg_advisory_unlock_shared(${lockNumber})`)
    const { rows } = await client.query<{ last: boolean }>(
      `select pg_try_advisory_lock(${lockNumber}) last`,
    )
    return rows[0]?.last === true
  } catch {
    // The server has ended already, so it needn't be stopped.
    return false
  }
}

async function keptPort(cluster: Cluster) {
  const kept = Number(await readFile(join(cluster.folder, 'port'), 'utf8').catch(() => ''))
  return kept || keepPort(cluster, await freePort())
}

async function keepPort(cluster: Cluster, port: number) {
  await writeFile(join(cluster.folder, 'port'), String(port))
  return port
}
