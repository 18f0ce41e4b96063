import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { recordAudit } from '#domain/audit.ts'
import { takeReportsOfPhoto, refuseTakenDownPhoto } from '#domain/moderated-content.ts'
import { Refusal, unavailable } from '#platform/contract/failure.ts'
import { transact } from '#platform/server/database/database.ts'
import { RawResponse, type Viewer } from '#platform/server/http/handler.ts'
import { createConcurrencyLimit } from '#platform/server/http/overload/concurrency-limit.ts'
import { filesLock } from '#platform/server/backup-rules.ts'
import { rowById } from '#platform/server/database/row-by-id.ts'
import type { Services, Tx } from '#platform/server/services.ts'
import { type NewFile, StorageFullError, type Storage } from '#platform/server/storage/storage.ts'
import { type CropRegion, photoStorageFull, yoloNotFound } from './contract.ts'
import { cutHeader } from './cut-header.ts'
import { encodePicture, type ReceivedPicture } from './encoder/encode.server.ts'
import { allPhotoFileNames, mediaTypeOf, originalFileName } from './names.ts'

type Change<After> = { before: string | null; after: After }
export type PhotoServices = Pick<Services, 'database' | 'clock' | 'log'> & { storage: Storage }

const hour = 60 * 60 * 1000

/** Gives a yolo this photo and removes the one that it had. `beside` runs in the same transaction. */
export async function replacePhoto(
  tools: PhotoServices,
  yoloId: number,
  picture: ReceivedPicture,
  beside: (tx: Tx, change: Change<string>) => Promise<void>,
): Promise<{ name: string; colour: string }> {
  const name = generatePhotoName()
  const { cut } = picture
  const { colour, width, height, files } = await encodePicture('photo', picture, name)
  const hash = originalHash(files, name)
  await storeFiles(tools, name, files, async (tx, claimName) => {
    const { before, itemId, userId } = await lockedPhoto(tx, yoloId)
    await refuseTakenDownPhoto(tx, { userId, yoloId }, hash)
    await claimName()
    const photo = {
      name,
      colour,
      width,
      height,
      cut: cropRegionJson(cut),
      created_at: tools.clock.now(),
      content_hash: hash,
    }
    // The trigger `photos_inserted_enter` (contests.sql) adds the photo's contest entries.
    await tx
      .insertInto('photos')
      .values({ yolo_id: yoloId, item_id: itemId, ...photo })
      .onConflict((same) => same.column('yolo_id').doUpdateSet(photo))
      .execute()
    await takeReportsOfPhoto(tx, { userId, yoloId }, hash)
    await beside(tx, { before, after: name })
    return before
  })
  return { name, colour }
}

/** Returns the hash of the whole picture, which doesn't depend on its cut. */
export function originalHash(files: NewFile[], name: string): Buffer {
  const original = files.find((file) => file.name === originalFileName(name))!
  return createHash('sha256').update(original.body).digest()
}

/** Converts a cut for a JSON column. */
export const cropRegionJson = (cut: CropRegion | null) => (cut ? JSON.stringify(cut) : null)

/**
 * Returns the response with a picture as it was uploaded. Pictures from before originals were stored only have the file
 * `shownAs`, which is sent instead. Null if there is neither.
 */
export async function originalResponse(
  storage: Storage,
  name: string,
  shownAs: string,
  cut: unknown,
) {
  const original = await storage.read(originalFileName(name))
  const body = original ?? (await storage.read(shownAs))
  if (!body) return null
  return new RawResponse(body, {
    'Content-Type': mediaTypeOf('jpg'),
    'Cache-Control': 'no-store',
    [cutHeader]: JSON.stringify(original ? cut : null),
  })
}

export const generatePhotoName = () => randomBytes(16).toString('hex')

/**
 * Writes files, then calls `insertRow`, which inserts the row that shows them and returns the name that it replaced.
 * Until then, the name is in `stray_photos`, so that the sweep removes the files if anything fails. `insertRow` must
 * call `claimName`, which takes the name off that list and throws if a sweep has already removed the files.
 */
export async function storeFiles(
  tools: PhotoServices,
  name: string,
  files: NewFile[],
  insertRow: (tx: Tx, claimName: () => Promise<void>) => Promise<string | null>,
): Promise<void> {
  const { database, clock, storage } = tools
  await database
    .insertInto('stray_photos')
    .values({ name, due: new Date(clock.now().getTime() + hour) })
    .execute()
  try {
    await storage.write(files)
  } catch (error) {
    await removeFilesOf(tools, name)
    throw error instanceof StorageFullError ? photoStorageFull() : error
  }
  try {
    const replaced = await transact(database, (tx) =>
      insertRow(tx, async () => {
        const mine = await tx.deleteFrom('stray_photos').where('name', '=', name).executeTakeFirst()
        if (mine.numDeletedRows === 0n) throw unavailable()
      }),
    )
    if (replaced) await removeFilesOf(tools, replaced)
  } catch (error) {
    // If the connection broke, the transaction may have committed, so the sweep decides what happens to the files.
    if (error instanceof Refusal) await removeFilesOf(tools, name)
    throw error
  }
}

/** Returns the name of the yolo's photo, if any, and the ids of its item and owner. Locks the yolo until the transaction ends. */
async function lockedPhoto(tx: Tx, yoloId: number) {
  const yolo = await rowById(tx, 'yolos', yoloId, ['item_id', 'user_id'], 'no key update')
  if (!yolo) throw yoloNotFound()
  const photo = await tx
    .selectFrom('photos')
    .select('name')
    .where('yolo_id', '=', yoloId)
    .executeTakeFirst()
  return { before: photo?.name ?? null, itemId: yolo.item_id, userId: yolo.user_id }
}

export async function removePhotoOf(
  tools: PhotoServices,
  yoloId: number,
  beside: (tx: Tx, change: Change<null>) => Promise<void>,
): Promise<void> {
  const dropped = await transact(tools.database, async (tx) => {
    const { before } = await lockedPhoto(tx, yoloId)
    if (!before) return null
    // The trigger `photos_deleted` (photos.sql) schedules its files for removal; `photos_deleted_leave` ends its
    // contest entries.
    await tx.deleteFrom('photos').where('yolo_id', '=', yoloId).execute()
    await beside(tx, { before, after: null })
    return before
  })
  // Neither the answer nor the caller's permit to write waits for the store.
  if (dropped) void removeFilesOf(tools, dropped)
}

/**
 * Returns whether files may be removed. During a backup they must stay, because its snapshot refers to them; the sweep
 * removes them later.
 */
async function mayRemove(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock_shared(${sql.lit(filesLock)}) as mine`.execute(tx)
  return rows[0]!.mine
}

/**
 * A removal holds a connection while it waits for the store, so that a silent store would otherwise keep everybody's
 * writes waiting.
 */
const removals = createConcurrencyLimit({
  running: { all: 2 },
  most: { all: 20 },
  patience: 2_000,
})

/** Removes the files of a name that no row refers to. If that fails, or too many wait for it, the sweep does it. */
export async function removeFilesOf(
  { database, clock, storage, log }: PhotoServices,
  name: string,
): Promise<void> {
  try {
    // If a sweep removed the name while its files were being written, the files written after the sweep still exist, so
    // the name is added again.
    await database
      .insertInto('stray_photos')
      .values({ name, due: clock.now() })
      .onConflict((same) => same.doNothing())
      .execute()
    await removals.run({ network: '' }, () =>
      database.transaction().execute(async (tx) => {
        if (!(await mayRemove(tx))) return
        await storage.remove(allPhotoFileNames(name))
        await tx.deleteFrom('stray_photos').where('name', '=', name).execute()
      }),
    )
  } catch (error) {
    log.warn({ err: (error as Error).message }, 'the files of a photo wait for the sweep')
  }
}

/** Removes the files of every stray that is due (docs/safety.md, F5). */
export async function sweepPhotos({ database, clock, storage, log }: PhotoServices): Promise<void> {
  for (;;) {
    // The row lock keeps a slow upload from claiming its name while its files are being removed.
    const found = await database.transaction().execute(async (tx) => {
      const stray = await tx
        .selectFrom('stray_photos')
        .select('name')
        .where('due', '<=', clock.now())
        .orderBy('due')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst()
      if (!stray || !(await mayRemove(tx))) return false
      await storage.remove(allPhotoFileNames(stray.name))
      await tx.deleteFrom('stray_photos').where('name', '=', stray.name).execute()
      log.debug({ photo: stray.name }, 'a stray photo is swept')
      return true
    })
    if (!found) return
  }
}

/**
 * Returns a function that records in the audit log that the viewer changed another member's photo
 * (docs/safety.md, S37).
 */
export const photoAuditRecorder =
  (viewer: Viewer, ownerId: number, yoloId: number, now: Date) =>
  async (tx: Tx, { before, after }: Change<string | null>): Promise<void> => {
    if (viewer.id === ownerId) return
    await recordAudit(tx, viewer, after ? 'photo.replace' : 'photo.remove', `yolo ${yoloId}`, {
      before: { photo: before },
      after: { photo: after },
      at: now,
    })
  }
