import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, mkdtemp, open, readdir } from 'node:fs/promises'
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { hasErrnoCode } from '../errno.ts'
import { type SystemUser, findServerUser, spawnUserOptions, canUserAccess } from './account.ts'
import { type Binaries, findBinaries } from './binaries.ts'

/**
 * A database on disk. STATE_DIR/postgres contains `data`, owned by the server's user, and our files, such as
 * `password` and `port`. `mark` identifies its server, and differs even for a copy of the folder.
 */
export type Cluster = {
  folder: string
  data: string
  mark: string
  password: string
  binaries: Binaries
  account?: SystemUser
}

export const superuser = 'yolo'

export async function openCluster(stateDir: string, fsync: boolean): Promise<Cluster> {
  const folder = join(stateDir, 'postgres')
  const data = join(folder, 'data')
  await mkdir(stateDir, { recursive: true, mode: 0o711 })
  const account = await findServerUser(data)
  // The server's user must pass through the state folder, but needn't list it.
  if (account && !canUserAccess(stateDir, account)) await letThrough(stateDir)
  const binaries = await findBinaries(stateDir, account)
  if (!(await hasCluster(stateDir))) await makeCluster(stateDir, folder, binaries, fsync, account)
  const { dev, ino } = await stat(data)
  const password = (await readFile(join(folder, 'password'), 'utf8')).trim()
  return { folder, data, mark: `yolo-${dev}-${ino}`, password, binaries, account }
}

/** Returns whether a state folder has a database. Throws if this user can't see it. */
export async function hasCluster(stateDir: string): Promise<boolean> {
  try {
    await stat(join(stateDir, 'postgres', 'data', 'PG_VERSION'))
    return true
  } catch (error) {
    if (hasErrnoCode(error, 'ENOENT')) return false
    throw error
  }
}

/** Creates the database in a temporary folder and renames it, so that neither a crash nor a race leaves half of it. */
async function makeCluster(
  stateDir: string,
  folder: string,
  binaries: Binaries,
  fsync: boolean,
  account?: SystemUser,
) {
  await sweep(stateDir)
  const half = await mkdtemp(join(stateDir, `postgres-new-${process.pid}-`))
  try {
    const password = randomBytes(24).toString('hex')
    const data = join(half, 'data')
    await chmod(half, 0o711)
    await mkdir(data, { mode: 0o700 })
    await writeFile(join(half, 'password'), `${password}\n`, { mode: 0o600 })
    await writeFile(join(half, 'first-password'), password, { mode: 0o600 })
    await writeFile(join(half, 'port'), String(await freePort()))
    if (account) {
      await chown(data, account.uid, account.gid)
      await chown(join(half, 'first-password'), account.uid, account.gid)
    }
    await initialise(half, binaries, fsync, account)
    await rm(join(half, 'first-password'))
    await rename(half, folder).catch(async (error: unknown) => {
      if (!(await hasCluster(stateDir))) throw error
    })
    await settle(stateDir)
  } finally {
    await rm(half, { recursive: true, force: true })
  }
}

async function initialise(half: string, binaries: Binaries, fsync: boolean, account?: SystemUser) {
  const folderForServer = await openFolderForServer(half, account)
  const complaints: string[] = []
  try {
    // PostgreSQL's own C.UTF-8 sorts text and changes its case. The machine's locale only decides which characters are
    // letters.
    for (const locale of ['C.UTF-8', 'en_US.UTF-8', 'C']) {
      const made = spawnSync(
        binaries.initdb,
        [
          `--pgdata=${folderForServer.path}/data`,
          `--username=${superuser}`,
          `--pwfile=${folderForServer.path}/first-password`,
          '--auth=scram-sha-256',
          '--encoding=UTF8',
          '--locale-provider=builtin',
          '--builtin-locale=C.UTF-8',
          `--locale=${locale}`,
          '--data-checksums',
          '--no-instructions',
          ...(fsync ? [] : ['--no-sync']),
        ],
        {
          ...spawnUserOptions(account),
          cwd: '/',
          env: serverEnvironment,
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'pipe', ...folderForServer.descriptors],
        },
      )
      if (made.status === 0) return
      complaints.push(made.error?.message ?? made.stderr.trim())
    }
  } finally {
    await folderForServer.close()
  }
  throw new Error(`PostgreSQL could not make its database: ${complaints.join('\n')}`)
}

export const serverEnvironment = { PATH: process.env.PATH, TZ: 'UTC' }

/**
 * Returns a path at which the server's user reaches `folder`. If root's state is inside a folder closed to that user,
 * the server inherits the opened folder as descriptor 3, and the path leads through it.
 */
export async function openFolderForServer(folder: string, account?: SystemUser) {
  if (!account || canUserAccess(folder, account))
    return { path: folder, descriptors: [], close: () => Promise.resolve() }
  if (process.platform !== 'linux')
    throw new Error(
      `PostgreSQL runs as ${account.name}, who can't reach ${folder}: choose another STATE_DIR or open the folders above it`,
    )
  const opened = await open(folder)
  return { path: '/proc/self/fd/3', descriptors: [opened.fd], close: () => opened.close() }
}

/** Returns a free port below the range for outgoing connections, so that it is likely to be free the next time too. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const port = 15_000 + Math.floor(Math.random() * 15_000)
    if (await isPortFree(port)) return port
  }
  throw new Error('No free port for PostgreSQL was found on 127.0.0.1')
}

export const isPortFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

async function letThrough(folder: string) {
  await chmod(folder, ((await stat(folder)).mode & 0o777) | 0o011)
}

/** Removes the folders of interrupted attempts to create a database. */
async function sweep(stateDir: string) {
  for (const name of await readdir(stateDir)) {
    const pid = /^postgres-new-(\d+)-/.exec(name)?.[1]
    if (!pid || isProcessAlive(Number(pid))) continue
    // This fails if an initdb that outlived its parent still writes there. The next start tries again.
    await rm(join(stateDir, name), { recursive: true, force: true }).catch(() => {})
  }
}

export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return hasErrnoCode(error, 'EPERM')
  }
}

async function settle(folder: string) {
  const opened = await open(folder)
  await opened.sync().finally(() => opened.close())
}
