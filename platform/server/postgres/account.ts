import { spawnSync } from 'node:child_process'
import { stat } from 'node:fs/promises'

/** The user that PostgreSQL runs as if Yolo runs as root, because PostgreSQL refuses to run as root. */
export type SystemUser = { uid: number; gid: number; name: string }

/** Returns the owner of an existing database, else user `postgres` or `nobody`. Returns undefined if we aren't root. */
export async function findServerUser(dataDir: string): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(dataDir).catch(() => undefined)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, name: `uid ${owner.uid}` }
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((which) => Number(read('id', [which, name]) || Number.NaN))
    if (uid && gid) return { uid, gid, name }
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is no user `postgres` or `nobody`: start Yolo as another user or set DATABASE_URL',
  )
}

/** Returns whether `account` can enter this folder or run this program. */
export function canUserAccess(path: string, account?: SystemUser): boolean {
  const options = { cwd: '/', stdio: 'ignore', ...spawnUserOptions(account) } as const
  return spawnSync('/bin/sh', ['-c', 'test -x "$0"', path], options).status === 0
}

export const spawnUserOptions = (account?: SystemUser) =>
  account ? { uid: account.uid, gid: account.gid } : {}

function read(program: string, args: string[]) {
  return spawnSync(program, args, { encoding: 'utf8' }).stdout?.trim()
}
