import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isDiskFull } from '#platform/server/errno.ts'
import { registerGauge } from '#platform/server/metrics/gauges.ts'
import {
  createConcurrencyLimit,
  requesterOf,
  type Sender,
} from '#platform/server/http/overload/concurrency-limit.ts'
import type { Settings } from '#platform/server/settings.ts'
import { photoStorageFull } from './contract.ts'

type Tools = { settings: Pick<Settings, 'stateDir'> }

/** Maximum number of simultaneous uploads per process, which need at most a gigabyte of disk. */
const limit = createConcurrencyLimit({
  most: { all: 120, prefix: 60, network: 40, member: 10, unverified: 60 },
})
/**
 * Those of them that take over 15 seconds. Who sends slowly on purpose leaves places to others, whose connections are
 * better.
 */
const slow = createConcurrencyLimit({
  most: { all: 60, prefix: 30, network: 20, member: 5, unverified: 30 },
})
/** Milliseconds without a byte after which an upload can't be in progress any more. */
const longest = 10 * 60_000

registerGauge('photo_uploads', 'Photos on their way here.', limit.count)

const folderOf = ({ settings }: Tools) => join(settings.stateDir, 'uploads')

export type Upload = { path: string; write(piece: Buffer): Promise<void> }

/**
 * Calls `work` with a new file for an upload and deletes the file afterwards. Uploads are written to disk so that slow
 * or incomplete ones take no memory. Throws a 503 if there are too many uploads at once.
 */
export async function withUploadFile<T>(
  tools: Tools,
  sender: Sender,
  work: (upload: Upload) => Promise<T>,
): Promise<T> {
  return limit.run(requesterOf(sender), async () => {
    const path = join(folderOf(tools), randomBytes(16).toString('hex'))
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
  })
}

/** Takes a place among the slow uploads, and returns a function that gives it back. Throws if none is left. */
export const enterSlowUploads = (sender: Sender) => slow.enter(requesterOf(sender))

const withRoom = <T>(write: () => Promise<T>): Promise<T> =>
  write().catch((error: unknown) => {
    throw isDiskFull(error) ? photoStorageFull() : error
  })

/** Removes files of uploads that a killed process left behind. */
export async function sweepUploads(tools: Tools): Promise<void> {
  const names = await readdir(folderOf(tools)).catch(() => [])
  for (const name of names) {
    const path = join(folderOf(tools), name)
    const begun = await stat(path).catch(() => null)
    if (begun && Date.now() - begun.mtimeMs > longest) await rm(path, { force: true })
  }
}
