import { useSyncExternalStore } from 'react'
import { ApiError } from '#platform/web/api/api.ts'
import { cutOf } from './draw.ts'
import { keptPhoto } from './kept-photo.ts'
import { readPicture } from './read-picture.ts'
import { sendPhoto, type PhotoUploadResponse } from './send.ts'

export type Sending = { yoloId: number; state: 'sending' | 'sent' | 'failed'; problem: string }

let sending: Sending | null = null
const listeners = new Set<() => void>()

function tell(now: Sending) {
  sending = now
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns how far the photo of this yolo has got, or null if it isn't being sent. */
export const useSending = (yoloId: number): Sending | null => {
  const now = useSyncExternalStore(
    subscribe,
    () => sending,
    () => null,
  )
  return now?.yoloId === yoloId ? now : null
}

/**
 * Sends the kept photo as the photo of a yolo. This goes on while the member opens other pages. The
 * middle of the photo is shown, which the member can change later.
 */
export async function sendKeptPhoto(yoloId: number, onSent: () => void): Promise<void> {
  if (sending?.yoloId === yoloId && sending.state !== 'failed') return
  tell({ yoloId, state: 'sending', problem: '' })
  try {
    const jpeg = await keptPhoto()
    if (!jpeg) return tell({ yoloId, state: 'failed', problem: 'The photo isn’t here any more.' })
    const target = { path: `/yolo-image/${yoloId}/image/upload`, named: 'image' } as const
    await sendPhoto<PhotoUploadResponse>(
      target,
      { jpeg, cut: await middleOf(jpeg) },
      { signal: new AbortController().signal, onProgress: () => undefined },
    )
    onSent()
    tell({ yoloId, state: 'sent', problem: '' })
  } catch (error) {
    const problem = error instanceof ApiError ? error.message : 'An error occurred'
    tell({ yoloId, state: 'failed', problem })
  }
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
  return cutOf(picture, area, 0)
}
