import { Readable } from 'node:stream'
import { refuseWhileImpersonating } from '#features/accounts/credentials/prove.server.ts'
import { implementCall, RawResponse } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { openStorage } from '#platform/server/storage/storage.ts'
import { filesOfArchive, listPictures, tablesOf, zipStream } from './archive.server.ts'
import { exportOwnData } from './contract.ts'

export * as calls from './contract.ts'

export const handlers = ({ database, clock, settings, log }: Services) => {
  const storage = openStorage(settings, 'photos')

  async function openArchive(memberId: number, gone: AbortSignal): Promise<Readable> {
    const tables = tablesOf(database, memberId)
    const files = filesOfArchive(tables, await listPictures(tables), storage, log)
    // Read only as fast as the client downloads it, so that one picture or table at a time is in memory.
    const archive = Readable.from(zipStream(files, clock.now()), { objectMode: false })
    const close = () => archive.destroy()
    if (gone.aborted) close()
    else gone.addEventListener('abort', close, { once: true })
    return archive
  }

  return [
    implementCall(exportOwnData, async ({ viewer, request }) => {
      refuseWhileImpersonating(viewer)
      const archive = await openArchive(viewer.id, request.signal)
      return new RawResponse(archive, {
        'Content-Type': 'application/zip',
        'Content-Disposition': 'attachment; filename="yolo-my-data.zip"',
        'Cache-Control': 'no-store',
      })
    }),
  ]
}
