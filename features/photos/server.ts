import { sql } from 'kysely'
import { canEditYoloOf } from '#domain/vocabulary/roles.ts'
import { itemVisibleToViewerSql } from '#domain/merged.ts'
import { visiblePhotosSql } from '#domain/visible.ts'
import { notYours } from '#platform/contract/failure.ts'
import { implementCall, RawResponse, type Viewer } from '#platform/server/http/handler.ts'
import type { JobQueue } from '#platform/server/jobs/jobs.ts'
import { rowById } from '#platform/server/database/row-by-id.ts'
import type { Services } from '#platform/server/services.ts'
import { openStorage } from '#platform/server/storage/storage.ts'
import {
  getImage,
  originalPhoto,
  photoNotFound,
  removePhoto,
  uploadPhoto,
  yoloImage,
  yoloNotFound,
} from './contract.ts'
import {
  photoAuditRecorder,
  removePhotoOf,
  replacePhoto,
  originalResponse,
  sweepPhotos,
} from './keep.server.ts'
import { parsePhotoName, photoFileName, yoloImageFileName, mediaTypeOf } from './names.ts'
import { withReceivedPicture } from './receive.server.ts'
import { sweepUploads } from './uploads.server.ts'
import { photoVisibility } from './shown-by-name.server.ts'

export * as calls from './contract.ts'

export const photoServicesOf = (services: Services) => ({
  ...services,
  storage: openStorage(services.settings, 'photos'),
})

export const handlers = (services: Services) => {
  const tools = photoServicesOf(services)
  const { database, listing, clock, storage } = tools
  const shown = photoVisibility(tools)

  /** Returns the yolo's owner. Throws if the viewer may not edit the yolo. */
  async function ownerOf(yoloId: number, viewer: Viewer): Promise<number> {
    const yolo = await rowById(database, 'yolos', yoloId, ['user_id'])
    if (!yolo) throw yoloNotFound()
    if (!canEditYoloOf(viewer, yolo.user_id)) throw notYours()
    return yolo.user_id
  }

  return [
    implementCall(uploadPhoto, async (context) => {
      const { input, viewer } = context
      const { yoloId } = input
      return withReceivedPicture(tools, context, async (picture) => {
        const owner = await ownerOf(yoloId, viewer)
        const { name, colour } = await replacePhoto(
          tools,
          yoloId,
          picture,
          photoAuditRecorder(viewer, owner, yoloId, clock.now()),
        )
        return { id: yoloId, image: yoloImageFileName(name), colour }
      })
    }),

    implementCall(originalPhoto, async ({ input: { yoloId }, viewer }) => {
      await ownerOf(yoloId, viewer)
      const photo = await database
        .selectFrom('photos')
        .select(['name', 'cut'])
        .where('yolo_id', '=', yoloId)
        .executeTakeFirst()
      if (!photo) throw photoNotFound()
      const { name, cut } = photo
      const found = await originalResponse(storage, name, photoFileName(name, 1280, 'jpg'), cut)
      if (!found) throw photoNotFound()
      return found
    }),

    implementCall(removePhoto, async ({ input: { yoloId }, viewer }) => {
      const owner = await ownerOf(yoloId, viewer)
      await removePhotoOf(tools, yoloId, photoAuditRecorder(viewer, owner, yoloId, clock.now()))
      return { id: yoloId, image: null }
    }),

    implementCall(yoloImage, async ({ input: { name } }) => {
      const asked = parsePhotoName(name)
      if (!asked || !(await shown(asked.name))) throw photoNotFound()
      const body = await storage.read(asked.file)
      if (!body) throw photoNotFound()
      return new RawResponse(body, {
        'Content-Type': mediaTypeOf(asked.format),
        // A new photo gets a new name, so the file of a name never changes and can be cached forever.
        'Cache-Control': 'public, max-age=31536000, immutable',
      })
    }),

    implementCall(getImage, async ({ input: { yoloId }, viewer }) => {
      const { rows } = await sql<{ name: string }>`
        select p.name from ${visiblePhotosSql} join items i on i.id = y.item_id
         where p.yolo_id = ${yoloId} and ${itemVisibleToViewerSql(viewer?.id ?? null)}`.execute(
        listing,
      )
      const photo = rows[0]
      const body = photo && (await storage.read(photoFileName(photo.name, 1280, 'jpg')))
      if (!body) throw photoNotFound()
      return new RawResponse(body, {
        'Content-Type': mediaTypeOf('jpg'),
        'Cache-Control': 'no-cache',
      })
    }),
  ]
}

export { checks } from './checks.server.ts'
export { backupRules } from './backup-rules.server.ts'

export const queues = (services: Services): JobQueue[] => {
  const tools = photoServicesOf(services)
  const sweep = async () => {
    await sweepPhotos(tools)
    await sweepUploads(tools)
  }
  return [{ name: 'sweep-photos', every: '* * * * *', run: sweep }]
}
