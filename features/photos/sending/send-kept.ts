import { ApiError } from '#platform/web/api/api.ts'
import { loadQueue } from '#platform/web/queue/send-or-keep.ts'
import { waitingEntriesOfMember } from '#platform/web/queue/waiting-lines.ts'
import { isActing, session } from '#platform/web/session/session.ts'
import type { CropRegion } from '../contract.ts'
import { toCropRegion } from '../editor/draw.ts'
import { photoKey, queuePhotoUpload } from './keep-photo.ts'
import { loadKeptPhoto } from './kept-photo.ts'
import { photoUploads, type PhotoUpload } from './photo-uploads.ts'
import { readPicture } from '../editor/read-picture.ts'
import { sendPhoto, type PhotoUploadResponse } from './send.ts'

type Saved = { id: number; itemName: string }

/**
 * Sends a kept photo as the photo of a yolo. The upload continues while the member opens other pages, and after they
 * close or reload the page, because the photo waits in the queue from the start. `onTaken` is called once it does: the
 * draft needn't have the photo any longer. The middle of the photo is shown until the member changes that.
 */
export async function sendKeptPhoto(
  photoId: string,
  { id, itemName }: Saved,
  onTaken: () => void,
): Promise<void> {
  if (photoUploads.of(id)?.state === 'sending') return
  let begun: PhotoUpload = { yoloId: id, state: 'sending', problem: '' }
  photoUploads.put(begun)
  // The favorite may be taken back meanwhile, and saved and its photo sent once more.
  const isCurrent = () => photoUploads.of(id) === begun
  const fail = (problem: string) =>
    isCurrent() && photoUploads.put({ ...begun, state: 'failed', problem })
  const taken = (entry?: number) => {
    if (entry !== undefined && isCurrent()) photoUploads.put((begun = { ...begun, entry }))
    onTaken()
  }
  const { id: memberId } = session()
  try {
    const photo = await readKeptPhoto(photoId)
    if (!photo) return void fail('The photo isn’t here any more.')
    if (!isCurrent()) return
    const isSent = await queueOrSend({ id, itemName, memberId }, photo, taken)
    if (!isCurrent()) return
    if (isSent) photoUploads.put({ ...begun, state: 'sent' })
    else photoUploads.forget(id)
  } catch (error) {
    fail(error instanceof ApiError ? error.message : 'An error occurred')
  }
}

/**
 * Puts the photo into the queue, so that it isn't lost if the page goes meanwhile, and sends it from there at once. If
 * this device can't keep it or mustn't, because an admin acts as the member, sends it from here. Returns true if it was
 * sent.
 */
async function queueOrSend(
  { id, itemName, memberId }: Saved & { memberId: number | null },
  photo: { jpeg: Blob; cut: CropRegion },
  onTaken: (entry?: number) => void,
): Promise<boolean> {
  const queued = isActing()
    ? null
    : await queuePhotoUpload({ yoloId: id, itemName, memberId }, photo).catch(() => null)
  if (queued !== null) {
    onTaken(queued)
    return (await (await loadQueue()).sendEntryAtOnce(queued)) === 'sent'
  }
  const target = { path: `/yolo-image/${id}/image/upload`, named: 'image' } as const
  const options = { signal: new AbortController().signal, onProgress: () => undefined }
  await sendPhoto<PhotoUploadResponse>(target, photo, options)
  onTaken()
  return true
}

/** Discards what waits of the photo of a yolo that is deleted, and what this page says of it. */
export async function discardPhotoUpload(yoloId: number): Promise<void> {
  const waiting = waitingEntriesOfMember(session().id).filter(
    ({ about }) => about === photoKey(yoloId),
  )
  if (waiting.length === 0) return photoUploads.forget(yoloId)
  try {
    const { discardEntry } = await loadQueue()
    for (const { id } of waiting) await discardEntry(id)
  } finally {
    // Not before, because the page tells of a photo that waits and isn't being sent.
    photoUploads.forget(yoloId)
  }
}

/** Adds a kept photo to the queue, after the entry that saves its yolo. Returns false if there is no photo. */
export async function queueKeptPhoto(
  photoId: string,
  itemName: string,
  after: number,
): Promise<boolean> {
  const { id: memberId } = session()
  const photo = await readKeptPhoto(photoId)
  if (photo) await queuePhotoUpload({ yoloId: 0, itemName, after, memberId }, photo)
  return photo !== null
}

async function readKeptPhoto(id: string) {
  const jpeg = await loadKeptPhoto(id)
  return jpeg && { jpeg, cut: await middleOf(jpeg) }
}

/** Returns the largest 4:3 part in the middle of a photo. */
async function middleOf(jpeg: Blob) {
  const { picture, problem } = await readPicture(
    new File([jpeg], 'photo.jpg', { type: 'image/jpeg' }),
  )
  if (!picture) throw new ApiError(0, 'unreadable_photo', problem)
  URL.revokeObjectURL(picture.src)
  const { naturalWidth, naturalHeight } = picture
  const width = Math.min(naturalWidth, (naturalHeight * 4) / 3)
  const height = Math.min(naturalHeight, (naturalWidth * 3) / 4)
  const area = { x: (naturalWidth - width) / 2, y: (naturalHeight - height) / 2, width, height }
  return toCropRegion(picture, area, 0)
}
