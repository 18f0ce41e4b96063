import { useRevalidator } from 'react-router'
import { forceRevalidation } from '#platform/web/navigation/forced-revalidation.ts'
import { queueKeptPhoto, sendKeptPhoto } from '#features/photos/sending/send-kept.ts'
import {
  beginDraft,
  currentDraft,
  emptyDraft,
  isSameFavorite,
  type Draft,
  type SavedYolo,
} from './draft.ts'
import { forgetSavedDraft } from './left-off.ts'
import { beginningPhoto, forgetPhotoOf } from './photo-of-draft.ts'

/** Whether the wizard is shown. Its member may have gone on to another page before an answer came. */
export const isWizardShown = () => location.pathname === '/add-yolo'

/** Returns a function that loads the page again that its member has gone on to, which may list the favorites. */
export function useReloadElsewhere(): () => void {
  const { revalidate } = useRevalidator()
  return () => {
    if (!isWizardShown()) void forceRevalidation(revalidate)
  }
}

/** Whether the wizard is still shown with this draft. Another may have been begun while it was being saved. */
export const isShown = (draft: Draft) => isWizardShown() && isSameFavorite(currentDraft(), draft)

/** Whether this favorite is still the draft's. Its member may have begun another before an answer about it came. */
export const isOfDraft = ({ id }: SavedYolo) => currentDraft().saved?.id === id

/** Ends a draft that was saved while the member had gone on to something else, and sends its photo. */
export function endSavedElsewhere(draft: Draft, { id, itemName, waits }: SavedYolo): void {
  if (isSameFavorite(currentDraft(), draft)) beginDraft(emptyDraft)
  forgetSavedDraft(draft)
  // The one that goes on may have the photo, or have sent it: another dish was chosen for it meanwhile.
  if (draft.photo === null || beginningPhoto() === draft.photo) return
  const forget = () => void forgetPhotoOf(draft)
  if (waits === undefined) void sendKeptPhoto(draft.photo, { id, itemName }, forget)
  // If it can't be kept, it stays where it is.
  else queueKeptPhoto(draft.photo, itemName, waits).then(forget, () => {})
}
