import type { WaitingWriteDescription } from '#platform/web/queue/send-or-keep.ts'

/**
 * The key of all changes to one favorite. Changes with the same key are sent in order, and only the last has an Undo.
 */
export const yoloKey = ({ id }: { id: number }) => `yolo ${id}`

export const waitsForDelete = (id: number, itemName: string): WaitingWriteDescription => ({
  about: yoloKey({ id }),
  words: `Delete ${itemName} from your favorites`,
})

/**
 * Returns the queue's description of a write that saves a favorite. If the server answers that the dish is already
 * saved, the write counts as done, because the answer to an earlier attempt may have been lost.
 */
export const describeWaitingSave = (
  itemName: string,
  restaurantName: string,
): WaitingWriteDescription => ({
  about: `favorite ${itemName} at ${restaurantName}`,
  words: restaurantName ? `${itemName} at ${restaurantName}` : itemName,
  doneIf: { code: 'already_yours', detail: 'yolo' },
})
