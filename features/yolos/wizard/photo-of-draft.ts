import { forgetPhoto, keepPhoto, loadKeptPhoto } from '#features/photos/sending/kept-photo.ts'
import { changeDraft, currentDraft, type Draft } from './draft.ts'

/** Returns the id of the photo that the draft began with. It stays on the device when it was sent for what was saved. */
export function beginningPhoto(): string | null {
  const { photo, saved } = currentDraft()
  return photo ?? saved?.photo ?? null
}

/** Deletes a draft's photo, unless it is another tab's. */
export async function forgetPhotoOf({ photo, saved, sharesPhoto }: Draft): Promise<void> {
  const id = photo ?? saved?.photo
  if (id && !sharesPhoto) await forgetPhoto(id)
}

/** The photo that a draft had: bring it back while the draft has `instead` in its place. Returns whether it did. */
export async function bringPhotoBack(jpeg: Blob, instead: string | null): Promise<boolean> {
  const stands = ({ photo, saved }: Draft) => saved === null && photo === instead
  const before = currentDraft()
  if (!stands(before)) return false
  const photo = await keepPhoto(jpeg)
  if (!stands(currentDraft())) {
    await forgetPhoto(photo)
    return false
  }
  changeDraft({ photo, sharesPhoto: false })
  await forgetPhotoOf(before)
  return true
}

/** Photos that this page has claimed. */
const claimed = new Set<string>()

/**
 * Claims a photo for as long as this page lives. Returns false if another tab has: a duplicated tab has a copy of the
 * draft of the first.
 */
async function claimPhoto(photo: string): Promise<boolean> {
  // Only pages with https have locks.
  if (claimed.has(photo) || !navigator.locks) return true
  return new Promise((resolve) => {
    void navigator.locks.request(`photo ${photo}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null)
      if (lock) claimed.add(photo)
      return lock && new Promise(() => {})
    })
  })
}

/** Gives the draft a copy of its photo if that is another tab's, because the other tab deletes it in its time. */
export async function copySharedPhoto(): Promise<void> {
  const { photo, sharesPhoto } = currentDraft()
  if (!photo || (!sharesPhoto && (await claimPhoto(photo)))) return
  const jpeg = await loadKeptPhoto(photo)
  changeDraft({ photo: jpeg && (await keepPhoto(jpeg)), sharesPhoto: false })
}
