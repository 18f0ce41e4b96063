import { nameKey } from '#features/items/names.ts'
import { photoKey } from '#features/photos/sending/keep-photo.ts'
import type { WaitingWriteDescription } from '#platform/web/queue/send-or-keep.ts'
import { yoloKey } from './yolo-key.ts'

/** Returns whether a write that waits is about one of these favorites or its photo. */
export const isAboutOneOf = ({ about }: { about: string }, yolos: readonly { id: number }[]) =>
  yolos.some((yolo) => about === yoloKey(yolo) || about === photoKey(yolo.id))

/** What a deletion removes of a dish, by the dish's id. */
export const favoriteOfDish = (itemId: number) => `favorite of dish ${itemId}`

/** `itemId` is the dish's, if the page knows it: by that the wizard finds the deletion. */
export const waitsForDelete = (
  id: number,
  itemName: string,
  itemId?: number | null,
): WaitingWriteDescription => ({
  about: yoloKey({ id }),
  words: `Delete ${itemName} from your favorites`,
  ...(itemId && { removes: favoriteOfDish(itemId) }),
  settledIf: 'yolo_not_found',
})

/**
 * The refusal of a save whose answer was lost. A favorite with another review, or with a photo, was saved otherwise: it
 * is the member who decides what becomes of the review and the photo that wait.
 */
export const doneIfSaved = {
  code: 'already_yours',
  detail: 'yolo',
  same: ['description', 'hasPhoto'],
} as const

type SavedDish = { placeId: string; categoryId: number; itemName: string }

/**
 * Returns the queue's description of a write that saves a favorite. Two saves are of the same dish if its restaurant,
 * category and the key of its name are the same: restaurants of a chain have one name, and often the same dishes.
 */
export const describeWaitingSave = (
  { placeId, categoryId, itemName }: SavedDish,
  restaurantName: string,
): WaitingWriteDescription => ({
  about: `favorite ${nameKey(itemName)} of category ${categoryId} at ${placeId}`,
  words: restaurantName ? `${itemName} at ${restaurantName}` : itemName,
  doneIf: doneIfSaved,
})
