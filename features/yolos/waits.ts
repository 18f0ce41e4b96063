import type { Waits } from '#platform/web/queue/send-or-keep.ts'

/** What the queue is told of a favorite that is saved. A dish that is saved already was, if the answer got lost. */
export const waitsForSave = (itemName: string, restaurantName: string): Waits => ({
  about: `favorite ${itemName} at ${restaurantName}`,
  words: restaurantName ? `${itemName} at ${restaurantName}` : itemName,
  doneIf: { code: 'already_yours', detail: 'yolo' },
})
