import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Refusal, unavailable } from '#platform/contract/failure.ts'
import { isFull } from '#platform/server/errno.ts'
import { gauge } from '#platform/server/gauges.ts'
import type { Settings } from '#platform/server/settings.ts'
import { noRoom } from './contract.ts'

type Tools = { settings: Pick<Settings, 'stateDir'> }

/** At once, in each process: a gigabyte of the disk. Whoever sends slowly shuts nobody else out with ten. */
const most = { all: 120, ofOne: 10 }
/** Milliseconds after which nobody can be sending any more. */
const longest = 10 * 60_000
const onTheirWay = new Map<number, number>()
const all = () => [...onTheirWay.values()].reduce((sum, count) => sum + count, 0)
gauge('photo_uploads', 'Photos on their way here.', all)

const folderOf = ({ settings }: Tools) => join(settings.stateDir, 'uploads')

export type Upload = { path: string; write(piece: Buffer): Promise<void> }

/**
 * A file for what is on its way, gone after `work`: a photo that comes slowly, or never whole, takes no memory. Of
 * too many at once the next is sent away.
 */
export async function uploading<T>(
  tools: Tools,
  userId: number,
  work: (upload: Upload) => Promise<T>,
): Promise<T> {
  const mine = onTheirWay.get(userId) ?? 0
  if (all() >= most.all || mine >= most.ofOne)
    throw new Refusal(503, unavailable.code, unavailable.message, {}, { 'Retry-After': '5' })
  onTheirWay.set(userId, mine + 1)
  const path = join(folderOf(tools), randomBytes(16).toString('hex'))
  try {
    const file = await withRoom(async () => {
      await mkdir(folderOf(tools), { recursive: true })
      return open(path, 'wx', 0o600)
    })
    try {
      return await work({ path, write: (piece) => withRoom(() => file.writeFile(piece)) })
    } finally {
      await file.close()
      await rm(path, { force: true })
    }
  } finally {
    const left = onTheirWay.get(userId)! - 1
    if (left > 0) onTheirWay.set(userId, left)
    else onTheirWay.delete(userId)
  }
}

const withRoom = <T>(write: () => Promise<T>): Promise<T> =>
  write().catch((error: unknown) => {
    throw isFull(error) ? noRoom() : error
  })

/** Removes what a process left that was killed meanwhile. */
export async function sweepUploads(tools: Tools): Promise<void> {
  const names = await readdir(folderOf(tools)).catch(() => [])
  for (const name of names) {
    const path = join(folderOf(tools), name)
    const begun = await stat(path).catch(() => null)
    if (begun && Date.now() - begun.mtimeMs > longest) await rm(path, { force: true })
  }
}
