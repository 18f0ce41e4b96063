import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, openSync, closeSync } from 'node:fs'
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
import { Client } from 'pg'
import { findBinaries, findServerUser, type SystemUser } from './binaries.ts'
import { forgetful, tuning } from './tuning.ts'

export type EmbeddedPostgres = {
  url: string
  /** Stops the server, unless another process still uses it. */
  stop(): Promise<void>
  /** True if the server was already running. */
  adopted: boolean
}

type Log = { warn(text: string): void }
type Options = { stateDir: string; log: Log; fsync?: boolean }
/** A database on disk: STATE_DIR/postgres contains `data`, owned by the server's user, and our `password` and `port`. */
type Cluster = {
  folder: string
  data: string
  bin: string
  password: string
  user?: SystemUser
  fsync: boolean
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
  let { client, adopted } = await acquire(cluster)
  await createOwnDatabase(client)
  let restarting = Promise.resolve()
  const restartWhenLost = () => void client.once('end', () => (restarting = restart()))
  async function restart(): Promise<void> {
    while (!isLeaving) {
      log.warn('PostgreSQL ended; starting it again')
      try {
        client = (await acquire(cluster)).client
        return restartWhenLost()
      } catch (error) {
        log.warn(String(error))
        await wait(1_000)
      }
    }
  }
  restartWhenLost()
  return {
    url: urlOf(cluster, await portOf(cluster), owner),
    adopted,
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
    const complaints: string[] = []
    // PostgreSQL's own C.UTF-8 sorts text. The machine's locale only decides which characters are letters.
    const isCreated = ['C.UTF-8', 'en_US.UTF-8', 'C'].some((locale) => {
      const args = [
        `--pgdata=${data}`,
        `--username=${owner}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        `--locale=${locale}`,
        '--data-checksums',
        ...(fsync ? [] : ['--no-sync']),
      ]
      const run = spawnSync(join(bin, 'initdb'), args, {
        ...user,
        ...environment,
        encoding: 'utf8',
      })
      if (run.status !== 0) complaints.push(run.error?.message ?? run.stderr.trim())
      return run.status === 0
    })
    if (!isCreated)
      throw new Error(`PostgreSQL can't create its database: ${complaints.join('\n')}`)
    if (user) await chown(passwordFile, 0, 0)
    await rename(half, folder)
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!hasCluster(stateDir)) throw error
  } finally {
    await rm(half, { recursive: true, force: true })
  }
}

const environment = { cwd: '/', env: { PATH: process.env.PATH, TZ: 'UTC' } }

const urlOf = ({ password }: Cluster, port: number, database: string) =>
  `postgres://${owner}:${password}@127.0.0.1:${port}/${database}`

/** Joins the running server, or starts it. */
async function acquire(cluster: Cluster): Promise<{ client: Client; adopted: boolean }> {
  const deadline = Date.now() + patience
  let adopted = true
  for (;;) {
    const attempt = await joinServer(cluster)
    if (attempt instanceof Client) return { client: attempt, adopted }
    if (Date.now() > deadline)
      throw new Error(`The embedded PostgreSQL in ${cluster.folder} does not start: ${attempt}`)
    if (!(await isRunning(cluster))) {
      await launch(cluster)
      adopted = false
    }
    await wait(50)
  }
}

/** Returns a connection that has the shared lock, or a text that says why there is none. */
async function joinServer(cluster: Cluster): Promise<Client | string> {
  const client = new Client({
    connectionString: urlOf(cluster, await portOf(cluster), 'postgres'),
    connectionTimeoutMillis: 1_000,
    application_name: 'yolo: uses the server',
    keepAlive: true,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query(`select pg_try_advisory_lock_shared(${lock}) as shared`)
    if (rows[0].shared) return client
    await client.end()
    return 'it is being stopped'
  } catch (error) {
    await client.end().catch(() => {})
    const { code = '', message } = error as { code?: string; message: string }
    // Another program answers on its port.
    if (code === '28P01' || /SASL|password/.test(message)) await changePort(cluster)
    return `${code} ${message}`
  }
}

/** Starts the server detached, so that it outlives this process. Throws if it ends at once. */
async function launch(cluster: Cluster): Promise<void> {
  const { folder, data, bin, user, fsync } = cluster
  const log = openSync(join(folder, 'start.log'), 'w', 0o600)
  const settings = { ...tuning, ...(fsync ? {} : forgetful), port: await portOf(cluster) }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(bin, 'postgres'), ['-D', data, ...args], {
    ...user,
    ...environment,
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  child.unref()
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('exit', (code, signal) => resolve(`it ended with ${signal ?? code}`))
  })
  const reason = await Promise.race([ended, wait(1_000), untilReady(cluster)])
  if (typeof reason !== 'string') return
  const printed = await readFile(join(folder, 'start.log'), 'utf8')
  if (/could not bind|could not create any TCP/.test(printed)) return changePort(cluster)
  // Another process started it at the same time, or the last one is just ending.
  if (/already exists|is empty|bogus data|still in use/.test(printed)) return
  throw new Error(`The embedded PostgreSQL in ${folder} does not start: ${reason}\n${printed}`)
}

async function untilReady(cluster: Cluster): Promise<void> {
  while ((await pidFile(cluster))[7]?.trim() !== 'ready') await wait(20, undefined, { ref: false })
}

/** Returns the lines of postmaster.pid, which the server writes. */
const pidFile = async ({ data }: Cluster): Promise<string[]> =>
  (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')

/** Returns whether the pid file's process is a PostgreSQL. Removes the file of one that was killed. */
async function isRunning(cluster: Cluster): Promise<boolean> {
  const file = join(cluster.data, 'postmaster.pid')
  if (!existsSync(file)) return false
  const pid = Number((await pidFile(cluster))[0])
  const ps = ['-o', 'comm=', '-p', String(pid || 1)]
  const name =
    process.platform === 'linux'
      ? await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')
      : spawnSync('ps', ps, { encoding: 'utf8' }).stdout
  if (name.includes('postgres')) return true
  await rm(file, { force: true })
  return false
}

async function stopServer(cluster: Cluster): Promise<void> {
  if (!(await isRunning(cluster))) return
  const pid = Number((await pidFile(cluster))[0])
  for (const [signal, seconds] of [
    ['SIGINT', 20],
    ['SIGQUIT', 10],
  ] as const) {
    process.kill(pid, signal)
    const deadline = Date.now() + seconds * 1_000
    while (Date.now() < deadline) {
      if (Number((await pidFile(cluster))[0]) !== pid) return
      await wait(20)
    }
  }
}

async function portOf(cluster: Cluster): Promise<number> {
  const file = join(cluster.folder, 'port')
  const stored = Number(await readFile(file, 'utf8').catch(() => ''))
  if (!stored) await changePort(cluster)
  return stored || portOf(cluster)
}

const changePort = async ({ folder }: Cluster) =>
  writeFile(join(folder, 'port'), String(await freePort()))

/** Returns a free port below the range for outgoing connections, so that it is likely to be free the next time too. */
export async function freePort(): Promise<number> {
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
