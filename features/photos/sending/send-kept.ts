import { useSyncExternalStore } from 'react'
import { ApiError } from '#platform/web/api/api.ts'
import { isActing, session } from '#platform/web/session/session.ts'
import type { CropRegion } from '../contract.ts'
import { toCropRegion } from '../editor/draw.ts'
import { isPhotoBehind, queuePhotoUpload } from './keep-photo.ts'
import { loadKeptPhoto } from './kept-photo.ts'
import { readPicture } from '../editor/read-picture.ts'
import { sendPhoto, type PhotoUploadResponse } from './send.ts'

export type PhotoUploadState = {
  yoloId: number
  state: 'sending' | 'sent' | 'waits' | 'failed'
  problem: string
}

let sending: PhotoUploadState | null = null
const listeners = new Set<() => void>()

function tell(now: PhotoUploadState) {
  sending = now
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the state of the latest upload by `sendKeptPhoto` if it is for this yolo, otherwise null. */
export const usePhotoUploadState = (yoloId: number): PhotoUploadState | null => {
  const now = useSyncExternalStore(
    subscribe,
    () => sending,
    () => null,
  )
  return now?.yoloId === yoloId ? now : null
}

type Saved = { id: number; itemName: string }

/**
 * Sends a kept photo as the photo of a yolo. The upload continues while the member opens other pages. If that fails,
 * the photo waits on this device. The middle of the photo is shown until the member changes that.
 */
export async function sendKeptPhoto(
  photoId: string,
  { id, itemName }: Saved,
  onSent: () => void,
): Promise<void> {
  if (sending?.yoloId === id && sending.state === 'sending') return
  tell({ yoloId: id, state: 'sending', problem: '' })
  const { id: memberId } = session()
  try {
    const photo = await readKeptPhoto(photoId)
    if (!photo)
      return tell({ yoloId: id, state: 'failed', problem: 'The photo isn’t here any more.' })
    const waits = await sendOrWait({ id, itemName, memberId }, photo)
    onSent()
    tell({ yoloId: id, state: waits ? 'waits' : 'sent', problem: '' })
  } catch (error) {
    const problem = error instanceof ApiError ? error.message : 'An error occurred'
    tell({ yoloId: id, state: 'failed', problem })
  }
}

/**
 * Sends the photo, or queues it if the server can't be reached or refuses it: the draft forgets it when another
 * favorite is begun, and it may be nowhere else. Returns true if it waits on this device.
 */
async function sendOrWait(
  { id, itemName, memberId }: Saved & { memberId: number | null },
  photo: { jpeg: Blob; cut: CropRegion },
) {
  const target = { path: `/yolo-image/${id}/image/upload`, named: 'image' } as const
  const options = { signal: new AbortController().signal, onProgress: () => undefined }
  const wait = async () => {
    await queuePhotoUpload({ yoloId: id, itemName, memberId }, photo)
    return true
  }
  if (isPhotoBehind(id, memberId)) return wait()
  try {
    await sendPhoto<PhotoUploadResponse>(target, photo, options)
    return false
  } catch (error) {
    if (!(error instanceof ApiError) || isActing()) throw error
    return wait()
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
