import { isImageFileComplete, pixelsIn } from './image-file.ts'

const wrongKind = 'Only .jpeg, .jpg and .png photos can be used.'
const damaged = 'This photo is damaged and can’t be read. Please choose another.'
const tooManyPixels =
  'This photo has too many pixels for this device. Please save it smaller, or choose another.'
const heicUnread =
  'This browser can’t read HEIC photos. Please save it as a JPEG first, or take it with “Most compatible” in the camera’s settings.'

const isHeic = ({ name, type }: File) =>
  type ? /^image\/hei[cf](-sequence)?$/.test(type) : /\.hei[cf]$/i.test(name)

const mayBePhoto = (file: File) =>
  isHeic(file) ||
  (file.type ? ['image/jpeg', 'image/png'].includes(file.type) : /\.(jpe?g|png)$/i.test(file.name))

/** Returns why a file can't be used, judged only by its name and type, or null. */
export const fileTypeProblem = (file: File) => (mayBePhoto(file) ? null : wrongKind)

/** Number of pixels up to which a browser that can't decode a photo doesn't fail because of its size. */
const maxPixels = 40_000_000

function decodeProblem(file: File, bytes: Uint8Array) {
  if (isHeic(file)) return heicUnread
  return pixelsIn(bytes) > maxPixels ? tooManyPixels : damaged
}

type Read = { picture: HTMLImageElement; problem: null } | { picture: null; problem: string }

/**
 * Decodes a photo. HEIC, which few browsers can read, is sent as a JPEG like every other photo (draw.ts). The picture's
 * `src` is an object URL, which the caller revokes.
 */
export async function readPicture(file: File): Promise<Read> {
  const wrong = fileTypeProblem(file)
  if (wrong) return { picture: null, problem: wrong }
  const content = await file.arrayBuffer().catch(() => null)
  const bytes = content && new Uint8Array(content)
  if (!bytes || !isImageFileComplete(bytes)) return { picture: null, problem: damaged }
  const picture = new Image()
  picture.src = URL.createObjectURL(file)
  const shows = await picture.decode().then(
    () => picture.naturalWidth > 0,
    () => false,
  )
  if (shows) return { picture, problem: null }
  URL.revokeObjectURL(picture.src)
  return { picture: null, problem: decodeProblem(file, bytes) }
}
