import { drawJpeg } from '#features/photos/editor/draw.ts'
import { forgetPhoto, keepPhoto } from '#features/photos/sending/kept-photo.ts'
import { readPicture } from '#features/photos/editor/read-picture.ts'
import { changeDraft, currentDraft, watchDraft } from './draft.ts'
import { forgetPhotoOf } from './photo-of-draft.ts'

/**
 * Reads a photo, draws it as an upright JPEG and keeps it for the draft, so that it survives a reload. Returns null, or
 * an error text if that isn't possible. If another draft is begun meanwhile, the photo isn't kept.
 */
export async function takePhoto(file: File): Promise<string | null> {
  const isStill = watchDraft()
  try {
    const { picture, problem } = await readPicture(file)
    if (!picture) return problem
    const photo = await keepPhoto(await drawJpeg(picture))
    URL.revokeObjectURL(picture.src)
    const before = currentDraft()
    if (isStill() && !before.saved) {
      changeDraft({ photo, sharesPhoto: false })
      await forgetPhotoOf(before)
    } else await forgetPhoto(photo)
    return null
  } catch (error) {
    return (error as Error).message
  }
}
