import { Readable } from 'node:stream'
import { refuseWhileImpersonating } from '#features/accounts/credentials/prove.server.ts'
import { implementCall, RawResponse } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { openStorage } from '#platform/server/storage/storage.ts'
import { filesOfArchive, collectData, zipStream } from './archive.server.ts'
import { exportOwnData } from './contract.ts'

export * as calls from './contract.ts'

export const handlers = ({ database, clock, settings, log }: Services) => {
  const storage = openStorage(settings, 'photos')
  return [
    implementCall(exportOwnData, async ({ viewer }) => {
      refuseWhileImpersonating(viewer)
      const files = filesOfArchive(await collectData(database, viewer.id), storage, log)
      // Read only as fast as the client downloads it, so that one picture at a time is in memory.
      const archive = Readable.from(zipStream(files, clock.now()), { objectMode: false })
      return new RawResponse(archive, {
        'Content-Type': 'application/zip',
        'Content-Disposition': 'attachment; filename="yolo-my-data.zip"',
        'Cache-Control': 'no-store',
      })
    }),
  ]
}
