import { isImageFileComplete } from './is-complete.ts'

const wrongKind = 'Only .jpeg, .jpg and .png photos can be used.'
const damaged = 'This photo is damaged and can’t be read. Please choose another.'
const heicUnread =
  'This browser can’t read HEIC photos. Please save it as a JPEG first, or take it with “Most compatible” in the camera’s settings.'

const isHeic = ({ name, type }: File) =>
  type ? /^image\/hei[cf](-sequence)?$/.test(type) : /\.hei[cf]$/i.test(name)

const mayBePhoto = (file: File) =>
  isHeic(file) ||
  (file.type ? ['image/jpeg', 'image/png'].includes(file.type) : /\.(jpe?g|png)$/i.test(file.name))

/** Returns why a file can't be used, judged only by its name and type, or null. */
export const fileTypeProblem = (file: File) => (mayBePhoto(file) ? null : wrongKind)

type Read = { picture: HTMLImageElement; problem: null } | { picture: null; problem: string }

/**
 * Decodes a photo. HEIC, which few browsers can read, is sent as a JPEG like every other photo (draw.ts). The picture's
 * `src` is an object URL, which the caller revokes.
 */
export async function readPicture(file: File): Promise<Read> {
  const wrong = fileTypeProblem(file)
  if (wrong) return { picture: null, problem: wrong }
  const bytes = await file.arrayBuffer().catch(() => null)
  if (!bytes || !isImageFileComplete(new Uint8Array(bytes)))
    return { picture: null, problem: damaged }
  const picture = new Image()
  picture.src = URL.createObjectURL(file)
  const shows = await picture.decode().then(
    () => picture.naturalWidth > 0,
    () => false,
  )
  if (shows) return { picture, problem: null }
  URL.revokeObjectURL(picture.src)
  return { picture: null, problem: isHeic(file) ? heicUnread : damaged }
}
