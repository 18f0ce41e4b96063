import { execFile, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { findBinaries, findServerUser, type SystemUser } from './binaries.ts'
import { forgetful, tuning } from './tuning.ts'

export type EmbeddedPostgres = {
  url: string
  /** Stops the server, unless another process still uses it. */
  stop(): Promise<void>
}

type Log = { warn(text: string): void }
type Options = { stateDir: string; log: Log; fsync?: boolean }
/** A database on disk: STATE_DIR/postgres contains `data`, owned by the server's user, and our `password`. */
type Cluster = {
  folder: string
  data: string
  bin: string
  password: string
  user?: SystemUser
  fsync: boolean
  /** The port since this process first connected. A restart uses it again. */
  port?: number
}

const owner = 'yolo'
/** Milliseconds to wait for a server that is starting, recovering or stopping. */
const patience = 60_000
/** Each process that uses the server has this lock, shared; the last one to release it stops the server. */
const lock = 701_051

/** Returns whether a state folder has a database. */
export const hasCluster = (stateDir: string): boolean =>
  existsSync(join(stateDir, 'postgres', 'data', 'PG_VERSION'))

/**
 * Starts the embedded server of a state folder. It is created on first use, shared if it already runs (it outlives a
 * killed process), and restarted if it dies.
 */
export async function startPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { stateDir, log, fsync = true } = options
  const cluster = await openCluster(stateDir, fsync)
  let isLeaving = false
  let client = await acquire(cluster)
  await createOwnDatabase(client)
  let restarting = Promise.resolve()
  const restartWhenLost = () => void client.once('end', () => (restarting = restart()))
  async function restart(): Promise<void> {
    while (!isLeaving) {
      log.warn('PostgreSQL ended; starting it again')
      try {
        client = await acquire(cluster)
        return restartWhenLost()
      } catch (error) {
        log.warn(String(error))
        await wait(1_000)
      }
    }
  }
  restartWhenLost()
  return {
    url: urlOf(cluster, cluster.port!, owner),
    async stop() {
      isLeaving = true
      await restarting
      const isLast = await client
        .query(`select pg_advisory_unlock_shared(${lock}), pg_try_advisory_lock(${lock}) as last`)
        .then(({ rows }) => rows[0].last === true)
        .catch(() => false)
      if (isLast) await stopServer(cluster)
      await client.end().catch(() => {})
    },
  }
}

async function openCluster(stateDir: string, fsync: boolean): Promise<Cluster> {
  const folder = join(stateDir, 'postgres')
  const data = join(folder, 'data')
  await mkdir(stateDir, { recursive: true, mode: 0o711 })
  const user = await findServerUser(data)
  // The server's user must pass through the state folder, but needn't list it.
  if (user) await chmod(stateDir, ((await stat(stateDir)).mode & 0o777) | 0o011)
  const bin = await findBinaries(stateDir, user)
  if (!hasCluster(stateDir)) await createCluster(stateDir, folder, { bin, user, fsync })
  const password = (await readFile(join(folder, 'password'), 'utf8')).trim()
  return { folder, data, bin, password, user, fsync }
}

type Programs = Pick<Cluster, 'bin' | 'user'>

/** Runs one of PostgreSQL's programs. Throws if it fails. */
const run = ({ bin, user }: Programs, program: 'initdb' | 'pg_ctl', args: string[]) =>
  promisify(execFile)(join(bin, program), args, {
    ...user,
    cwd: '/',
    env: { PATH: process.env.PATH, TZ: 'UTC' },
  })

/** Creates the database in a temporary folder and renames it, so that neither a crash nor a race leaves half of it. */
async function createCluster(
  stateDir: string,
  folder: string,
  { bin, user, fsync }: Pick<Cluster, 'bin' | 'user' | 'fsync'>,
): Promise<void> {
  const half = await mkdtemp(join(stateDir, 'postgres-new-'))
  try {
    const data = join(half, 'data')
    const passwordFile = join(half, 'password')
    await chmod(half, 0o711)
    await mkdir(data, { mode: 0o700 })
    await writeFile(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 })
    if (user) for (const path of [data, passwordFile]) await chown(path, user.uid, user.gid)
    await run({ bin, user }, 'initdb', [
      `--pgdata=${data}`,
      `--username=${owner}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--data-checksums',
      ...(fsync ? [] : ['--no-sync']),
    ])
    if (user) await chown(passwordFile, 0, 0)
    await rename(half, folder)
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!hasCluster(stateDir)) throw error
  } finally {
    await rm(half, { recursive: true, force: true })
  }
}

const urlOf = ({ password }: Cluster, port: number, database: string) =>
  `postgres://${owner}:${password}@127.0.0.1:${port}/${database}`

/** Joins the running server, or starts it. Returns a connection that has the shared lock. */
async function acquire(cluster: Cluster): Promise<Client> {
  const deadline = Date.now() + patience
  for (;;) {
    const problem = (await isRunning(cluster)) ? null : await launch(cluster)
    const joined = problem ?? (await joinServer(cluster))
    if (joined instanceof Client) return joined
    // Another process may be starting or stopping it.
    const isPassing = !problem || /already exists|is empty|still in use|not bind/.test(problem)
    if (!isPassing || Date.now() > deadline)
      throw new Error(`The embedded PostgreSQL in ${cluster.folder} does not start: ${joined}`)
    await wait(50)
  }
}

/** Starts the server so that it outlives this process. Returns null, or what the server printed if it ended. */
async function launch(cluster: Cluster): Promise<string | null> {
  const { data, fsync } = cluster
  const log = join(data, 'start.log')
  await rm(log, { force: true })
  const port = String(cluster.port ?? (await freePort()))
  const settings = { ...tuning, ...(fsync ? {} : forgetful), port }
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`)
  const args = ['start', '-D', data, '-l', log, '-o', options.join(' ')]
  try {
    await run(cluster, 'pg_ctl', args)
    return null
  } catch (error) {
    return readFile(log, 'utf8').catch(() => (error as Error).message)
  }
}

/** Returns a connection that has the shared lock, or a text that says why there is none. */
async function joinServer(cluster: Cluster): Promise<Client | string> {
  const port = Number((await pidFile(cluster))[3])
  if (!port) return 'it ended'
  const client = new Client({
    connectionString: urlOf(cluster, port, 'postgres'),
    connectionTimeoutMillis: 1_000,
    application_name: 'yolo: uses the server',
    keepAlive: true,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query(`select pg_try_advisory_lock_shared(${lock}) as shared`)
    if (!rows[0].shared) throw new Error('it is being stopped')
    cluster.port = port
    return client
  } catch (error) {
    await client.end().catch(() => {})
    return (error as Error).message
  }
}

/** Returns the lines of postmaster.pid, which the server writes. */
const pidFile = async ({ data }: Cluster): Promise<string[]> =>
  (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')

/** Returns whether the pid file's process is a PostgreSQL. Removes the file of one that was killed. */
async function isRunning(cluster: Cluster): Promise<boolean> {
  const pid = Number((await pidFile(cluster))[0])
  if (!pid) return false
  const ps = ['-o', 'comm=', '-p', String(pid)]
  const name =
    process.platform === 'linux'
      ? await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')
      : spawnSync('ps', ps, { encoding: 'utf8' }).stdout
  if (name.includes('postgres')) return true
  await rm(join(cluster.data, 'postmaster.pid'), { force: true })
  return false
}

async function stopServer(cluster: Cluster): Promise<void> {
  const stop = (mode: string) =>
    run(cluster, 'pg_ctl', ['stop', '-D', cluster.data, '-m', mode, '-t', '20'])
  await stop('fast').catch(() => stop('immediate').catch(() => {}))
}

/** Returns a free port below the range for outgoing connections, so that it is likely to be free the next time too. */
async function freePort(): Promise<number> {
  const port = 15_000 + Math.floor(Math.random() * 15_000)
  const isFree = await new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
  return isFree ? port : freePort()
}

async function createOwnDatabase(client: Client): Promise<void> {
  const { rows } = await client.query('select from pg_database where datname = $1', [owner])
  if (rows.length > 0) return
  await client.query(`create database ${owner}`).catch((error: { code?: string }) => {
    // Another process that started at the same time has created it.
    if (error.code !== '42P04' && error.code !== '23505') throw error
  })
}
