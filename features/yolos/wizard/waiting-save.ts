import { isCategoryId } from '#domain/vocabulary/categories.ts'
import type { QueueEntry } from '#platform/web/queue/entry.ts'
import { changeDraft, draftFrom } from './draft.ts'
import { startNewDraft } from './left-off.ts'
import { wizardStepPath } from './steps.ts'

/** Returns whether the wizard can change a waiting write, which is so if the write saves a favorite. */
export const canChangeSave = ({ route }: Pick<QueueEntry, 'route'>) =>
  route === 'POST /yolos' || route === 'POST /yolos/swap'

/**
 * Turns a waiting save that the server refused into the wizard's draft, so that the member can change it. Returns the
 * address of the step to begin with: of the dish, if that can't be used.
 */
export function changeWaitingSave({ id, input, refused }: QueueEntry): string {
  startNewDraft()
  const { placeId, placeName, placeAddress, categoryId } = input
  changeDraft({
    ...draftFrom({
      ...input,
      categoryId: isCategoryId(Number(categoryId)) ? categoryId : null,
      restaurant: { placeId, name: placeName, address: placeAddress },
    }),
    waitingId: id,
  })
  return wizardStepPath(refused?.fields?.itemName ? 'item' : 'yolo')
}
