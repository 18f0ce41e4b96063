import { Readable } from 'node:stream'
import { refuseWhileImpersonating } from '#features/accounts/credentials/prove.server.ts'
import {
  createConcurrencyLimit,
  requesterOf,
  type Sender,
} from '#platform/server/http/overload/concurrency-limit.ts'
import { implementCall, RawResponse } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { openStorage } from '#platform/server/storage/storage.ts'
import { filesOfArchive, listPictures, tablesOf, zipStream } from './archive.server.ts'
import { exportOwnData } from './contract.ts'

export * as calls from './contract.ts'

/**
 * Maximum number of archives that a process writes at the same time. Each may hold a picture and a table. A member may
 * begin a second one, because the server notices only after minutes that a phone is no longer there for the first.
 */
const limit = createConcurrencyLimit({ most: { all: 20, prefix: 4, member: 2 } })

export const handlers = ({ database, clock, settings, log }: Services) => {
  const storage = openStorage(settings, 'photos')

  async function openArchive({ viewer }: Sender, gone: AbortSignal): Promise<Readable> {
    const tables = tablesOf(database, viewer.id)
    const files = filesOfArchive(tables, await listPictures(tables), storage, log)
    // Read only as fast as the client downloads it, so that one picture or table at a time is in memory.
    const archive = Readable.from(zipStream(files, clock.now()), { objectMode: false })
    const close = () => archive.destroy()
    if (gone.aborted) close()
    else gone.addEventListener('abort', close, { once: true })
    return archive
  }

  /** The archive counts until it is closed. */
  async function beginArchive(sender: Sender, gone: AbortSignal): Promise<Readable> {
    const leave = limit.enter(requesterOf(sender))
    try {
      return (await openArchive(sender, gone)).once('close', leave)
    } catch (error) {
      leave()
      throw error
    }
  }

  return [
    implementCall(exportOwnData, async ({ viewer, request }) => {
      refuseWhileImpersonating(viewer)
      const archive = await beginArchive({ viewer, ip: request.ip }, request.signal)
      return new RawResponse(archive, {
        'Content-Type': 'application/zip',
        'Content-Disposition': 'attachment; filename="yolo-my-data.zip"',
        'Cache-Control': 'no-store',
      })
    }),
  ]
}
