import { keepWrite } from '#platform/web/queue/send-or-keep.ts'
import type { CropRegion } from './contract.ts'

type Photographed = {
  yoloId: number
  itemName: string
  /** The entry of the queue that saves the yolo, if that waits on this device. The photo is then sent after it. */
  after?: number | undefined
}

/** Keeps the photo of a yolo on this device, to be sent when the server can be reached. */
export const keepPhotoToSend = (
  { yoloId, itemName, after }: Photographed,
  { jpeg, cut }: { jpeg: Blob; cut: CropRegion },
) =>
  keepWrite({
    route: 'POST /yolo-image/:yoloId/image/upload',
    input: after === undefined ? { yoloId } : {},
    body: { form: { cut: JSON.stringify(cut), file: jpeg } },
    about: after === undefined ? `photo ${yoloId}` : `photo of entry ${after}`,
    words: `Photo of ${itemName}`,
    ...(after !== undefined && { after: { entry: after, field: 'yoloId' } }),
  })
