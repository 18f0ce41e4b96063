import type { QueueEntry } from '#platform/web/queue/entry.ts'
import { keepWrite, type WaitingWriteDescription } from '#platform/web/queue/send-or-keep.ts'
import type { CropRegion } from './contract.ts'

type Photographed = {
  yoloId: number
  itemName: string
  /** The entry of the queue that saves the yolo, if that waits on this device. The photo is then sent after it. */
  after?: number | undefined
}

const uploadRoute = 'POST /yolo-image/:yoloId/image/upload'
const photoOf = 'Photo of '

/** Keeps the photo of a yolo on this device, to be sent when the server can be reached. */
export const queuePhotoUpload = (
  { yoloId, itemName, after }: Photographed,
  { jpeg, cut }: { jpeg: Blob; cut: CropRegion },
) =>
  keepWrite({
    route: uploadRoute,
    input: after === undefined ? { yoloId } : {},
    body: { form: { cut: JSON.stringify(cut), file: jpeg } },
    about: after === undefined ? `photo ${yoloId}` : `photo of entry ${after}`,
    words: photoOf + itemName,
    ...(after !== undefined && { after: { entry: after, field: 'yoloId' } }),
  })

/** Returns the yolo whose photo a write adds that waited, or null for another write. */
export const photographedBy = ({ route, input, words }: QueueEntry): Photographed | null =>
  route === uploadRoute && typeof input.yoloId === 'number'
    ? { yoloId: input.yoloId, itemName: words.slice(photoOf.length) }
    : null

/** What the queue is told of a photo that is removed. One that waits to be added is sent before. */
export const waitsForRemovedPhoto = (
  yoloId: number,
  itemName: string,
): WaitingWriteDescription => ({
  about: `photo ${yoloId}`,
  words: `Remove the photo of ${itemName}`,
})
