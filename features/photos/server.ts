import { sql } from 'kysely'
import { recordAudit } from '#domain/audit.ts'
import { canEditYoloOf } from '#domain/vocabulary/roles.ts'
import { itemVisibleToViewerSql } from '#domain/merged.ts'
import { visiblePhotosSql } from '#domain/visible.ts'
import { notYours } from '#platform/contract/failure.ts'
import type { Checks } from '#platform/server/check.ts'
import { transact } from '#platform/server/database/database.ts'
import { implementCall, RawResponse, type Viewer } from '#platform/server/http/handler.ts'
import type { JobQueue } from '#platform/server/jobs/jobs.ts'
import { rowById } from '#platform/server/database/row-by-id.ts'
import type { Services, Tx } from '#platform/server/services.ts'
import {
  getImage,
  photoNotFound,
  removePhoto,
  uploadPhoto,
  yoloImage,
  yoloNotFound,
} from './contract.ts'
import { encodePicture, readPicture } from './encode.server.ts'
import { parsePhotoName, photoFileName, yoloImageFileName } from './names.ts'
import {
  createPictureName,
  photoServicesOf,
  removePicture,
  storePicture,
  straysOf,
  sweepPictures,
} from './store.server.ts'

export * as calls from './contract.ts'

/**
 * Locks a yolo that the viewer may edit, and returns it with its photo's name. An admin's change of another member's
 * photo is recorded in the audit (docs/safety.md, S37).
 */
async function lockYolo(tx: Tx, { viewer, now }: { viewer: Viewer; now: Date }, yoloId: number) {
  const yolo = await rowById(tx, 'yolos', yoloId, ['item_id', 'user_id'], 'no key update')
  if (!yolo) throw yoloNotFound()
  if (!canEditYoloOf(viewer, yolo.user_id)) throw notYours()
  const photo = await tx
    .selectFrom('photos')
    .select('name')
    .where('yolo_id', '=', yoloId)
    .executeTakeFirst()
  const before = photo?.name ?? null
  const audit = async (after: string | null) => {
    if (viewer.id === yolo.user_id) return
    await recordAudit(tx, viewer, after ? 'photo.replace' : 'photo.remove', `yolo ${yoloId}`, {
      before: { photo: before },
      after: { photo: after },
      at: now,
    })
  }
  return { itemId: yolo.item_id, before, audit }
}

export const handlers = (services: Services) => {
  const tools = photoServicesOf(services)
  const { database, clock, storage } = tools

  /** Returns whether everyone may see a photo. */
  async function isShown(name: string): Promise<boolean> {
    const { rows } = await sql`
      select from ${visiblePhotosSql} where p.name = ${name}`.execute(database)
    return rows.length > 0
  }
  const answer = async (file: string, cacheControl: string) => {
    const body = await storage.read(file)
    if (!body) throw photoNotFound()
    return new RawResponse(body, { 'Content-Type': 'image/jpeg', 'Cache-Control': cacheControl })
  }

  return [
    implementCall(uploadPhoto, async ({ input: { yoloId }, viewer, request }) => {
      const bytes = await readPicture(request)
      const by = { viewer, now: clock.now() }
      // Who may not edit the yolo is refused before the work.
      await transact(database, (tx) => lockYolo(tx, by, yoloId))
      const name = createPictureName(by.now)
      const picture = await encodePicture('photo', bytes, name)
      const { color, width, height } = picture
      await storePicture(tools, name, picture, async (tx) => {
        const { itemId, before, audit } = await lockYolo(tx, by, yoloId)
        const photo = { name, color, width, height, created_at: by.now }
        await tx
          .insertInto('photos')
          .values({ yolo_id: yoloId, item_id: itemId, ...photo })
          .onConflict((same) => same.column('yolo_id').doUpdateSet(photo))
          .execute()
        await audit(name)
        return before
      })
      return { id: yoloId, image: yoloImageFileName(name), color }
    }),

    implementCall(removePhoto, async ({ input: { yoloId }, viewer }) => {
      const removed = await transact(database, async (tx) => {
        const { before, audit } = await lockYolo(tx, { viewer, now: clock.now() }, yoloId)
        if (!before) return null
        await tx.deleteFrom('photos').where('yolo_id', '=', yoloId).execute()
        await audit(null)
        return before
      })
      if (removed) await removePicture(tools, removed)
      return { id: yoloId, image: null }
    }),

    implementCall(yoloImage, async ({ input: { name } }) => {
      const requested = parsePhotoName(name)
      if (!requested || !(await isShown(requested.name))) throw photoNotFound()
      // A new photo gets a new name, so the file of a name never changes and can be cached forever.
      return answer(requested.file, 'public, max-age=31536000, immutable')
    }),

    implementCall(getImage, async ({ input: { yoloId }, viewer }) => {
      const { rows } = await sql<{ name: string }>`
        select p.name from ${visiblePhotosSql} join items i on i.id = y.item_id
         where p.yolo_id = ${yoloId} and ${itemVisibleToViewerSql(viewer?.id ?? null)}`.execute(
        database,
      )
      if (!rows[0]) throw photoNotFound()
      return answer(photoFileName(rows[0].name, 1280), 'no-cache')
    }),
  ]
}

export const checks: Checks = [
  {
    name: 'photo-item',
    description: 'a photo is of its favorite’s item',
    violations: sql`
      select p.yolo_id as id from photos p left join yolos y on y.id = p.yolo_id
       where y.item_id is distinct from p.item_id`,
  },
  {
    name: 'photo-strays',
    description: 'no file is in the storage that no row knows of',
    async find(services) {
      const examples: string[] = []
      for await (const names of straysOf(photoServicesOf(services))) examples.push(...names)
      return { count: examples.length, examples: examples.slice(0, 5) }
    },
  },
]

export const queues = (services: Services): JobQueue[] => [
  {
    name: 'sweep-photos',
    every: '17 4 * * *',
    run: () => sweepPictures(photoServicesOf(services)),
  },
]
