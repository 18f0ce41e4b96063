import { forgetPhoto, keepPhoto, loadKeptPhoto } from '#features/photos/sending/kept-photo.ts'
import { changeDraft, currentDraft, type Draft } from './draft.ts'

/** Deletes a draft's photo, unless it is another tab's. */
export async function forgetPhotoOf({ photo, saved, sharesPhoto }: Draft): Promise<void> {
  const id = photo ?? saved?.photo
  if (id && !sharesPhoto) await forgetPhoto(id)
}

/** Gives the draft a copy of its photo if that is another tab's, because the other tab deletes it in its time. */
export async function copySharedPhoto(): Promise<void> {
  const { photo, sharesPhoto } = currentDraft()
  if (!photo || !sharesPhoto) return
  const jpeg = await loadKeptPhoto(photo)
  changeDraft({ photo: jpeg && (await keepPhoto(jpeg)), sharesPhoto: false })
}
