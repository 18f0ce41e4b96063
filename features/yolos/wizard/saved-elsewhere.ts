import { queueKeptPhoto, sendKeptPhoto } from '#features/photos/sending/send-kept.ts'
import {
  changeDraft,
  currentDraft,
  emptyDraft,
  isSameDish,
  type Draft,
  type SavedYolo,
} from './draft.ts'
import { forgetSavedDraft } from './left-off.ts'
import { forgetPhotoOf } from './photo-of-draft.ts'

/** Whether the wizard is still shown with this draft. Another may have been begun while it was being saved. */
export const isShown = (draft: Draft) =>
  location.pathname === '/add-yolo' && isSameDish(currentDraft(), draft)

/** Ends a draft that was saved while the member had gone on to something else, and sends its photo. */
export function endSavedElsewhere(draft: Draft, { id, itemName, waits }: SavedYolo): void {
  if (isSameDish(currentDraft(), draft)) changeDraft(emptyDraft)
  forgetSavedDraft(draft)
  // The one that goes on may have the photo: another dish was chosen for it meanwhile.
  if (draft.photo === null || currentDraft().photo === draft.photo) return
  const forget = () => void forgetPhotoOf(draft)
  if (waits === undefined) void sendKeptPhoto(draft.photo, { id, itemName }, forget)
  // If it can't be kept, it stays where it is.
  else queueKeptPhoto(draft.photo, itemName, waits).then(forget, () => {})
}
