import type { QueueEntry } from '#platform/web/queue/entry.ts'
import {
  isBehind,
  keepWrite,
  type WaitingWriteDescription,
} from '#platform/web/queue/send-or-keep.ts'
import type { CropRegion } from '../contract.ts'

type Photographed = {
  yoloId: number
  itemName: string
  /** Id of the queue entry that saves the yolo, if the yolo isn't saved yet. The photo is sent after that entry. */
  after?: number | undefined
}

const uploadRoute = 'POST /yolo-image/:yoloId/image/upload'
const photoOf = 'Photo of '
const kind = 'photo'

/** The key of all changes of a favorite's photo. */
export const photoKey = (yoloId: number) => `${kind} ${yoloId}`

/** Whether an earlier change of a yolo's photo waits on this device. A new photo must then be sent after it. */
export const isPhotoBehind = (yoloId: number, memberId: number | null) =>
  isBehind(photoKey(yoloId), memberId)

/** Keeps a member's photo of a yolo on this device, to be sent when the server can be reached. */
export const queuePhotoUpload = (
  { yoloId, itemName, after, memberId }: Photographed & { memberId: number | null },
  { jpeg, cut }: { jpeg: Blob; cut: CropRegion },
) =>
  keepWrite(
    {
      route: uploadRoute,
      input: after === undefined ? { yoloId } : {},
      body: { form: { cut: JSON.stringify(cut), file: jpeg } },
      about: after === undefined ? photoKey(yoloId) : `photo of entry ${after}`,
      words: photoOf + itemName,
      ...(after !== undefined && { after: { entry: after, field: 'yoloId', kind } }),
    },
    memberId,
  )

/**
 * Returns the yolo to which a queue entry adds a photo, or null if the entry is another kind of write or the yolo
 * itself still waits.
 */
export const photographedBy = ({ route, input, words }: QueueEntry): Photographed | null =>
  route === uploadRoute && typeof input.yoloId === 'number'
    ? { yoloId: input.yoloId, itemName: words.slice(photoOf.length) }
    : null

/** Returns the queue's description of a photo's removal. A waiting upload of the same yolo's photo is sent first. */
export const waitsForRemovedPhoto = (
  yoloId: number,
  itemName: string,
): WaitingWriteDescription => ({
  about: photoKey(yoloId),
  words: `Remove the photo of ${itemName}`,
})
