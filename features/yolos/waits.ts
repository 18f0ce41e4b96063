import type { WaitingWriteDescription } from '#platform/web/queue/send-or-keep.ts'

/** What the changes of one favorite are about. They are sent in order, and an Undo covers only the last. */
export const yoloKey = ({ id }: { id: number }) => `yolo ${id}`

export const waitsForDelete = (id: number, itemName: string): WaitingWriteDescription => ({
  about: yoloKey({ id }),
  words: `Delete ${itemName} from your favorites`,
})

/** What the queue is told of a favorite that is saved. A dish that is saved already was, if the answer got lost. */
export const describeWaitingSave = (
  itemName: string,
  restaurantName: string,
): WaitingWriteDescription => ({
  about: `favorite ${itemName} at ${restaurantName}`,
  words: restaurantName ? `${itemName} at ${restaurantName}` : itemName,
  doneIf: { code: 'already_yours', detail: 'yolo' },
})
