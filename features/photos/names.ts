/** Widths in px in which every photo is stored, as JPEG and as WebP. */
export const photoWidths = [320, 640, 1280] as const
const largest = 1280

export type PhotoFormat = 'jpg' | 'webp'
export const photoFormats = ['webp', 'jpg'] as const
export const mediaTypeOf = (format: PhotoFormat) =>
  format === 'webp' ? 'image/webp' : 'image/jpeg'

/** Matches what `GET /yolo-image/{name}` accepts: a photo's name, a width (the largest if left out) and a format. */
export const photoFilePattern = /^([0-9a-f]{32})(?:-(320|640|1280))?\.(jpg|webp)$/

/** Returns the `image` of a yolo, which is the name of its largest JPEG. */
export const yoloImageFileName = (name: string) => `${name}.jpg`

export const photoFileName = (name: string, width: number, format: PhotoFormat) =>
  `${name}-${width}.${format}`

export const photoFileNames = (name: string) =>
  photoWidths.flatMap((width) => photoFormats.map((format) => photoFileName(name, width, format)))

/**
 * Sides in px of a member's own picture, which is square. `GET /yolo-image/{name}` doesn't accept avatars, because each
 * request for an avatar checks that its member is still shown.
 */
export const avatarSizes = [96, 320] as const

export const avatarFileName = (name: string, size: number, format: PhotoFormat) =>
  `${name}-avatar-${size}.${format}`

export const avatarFileNames = (name: string) =>
  avatarSizes.flatMap((size) => photoFormats.map((format) => avatarFileName(name, size, format)))

/** Longest side in px of the original, which is stored so that the picture can be cut again. */
export const maxOriginalSide = 2560

/**
 * Returns the file name of the original. `GET /yolo-image/{name}` doesn't accept it, because only those who may change
 * the picture may see what was cut away.
 */
export const originalFileName = (name: string) => `${name}-original.jpg`

/** Returns the names of all files that a picture may have. */
export const allPhotoFileNames = (name: string) => [
  originalFileName(name),
  ...photoFileNames(name),
  ...avatarFileNames(name),
]

/** Returns the file that a requested name refers to, or null if the name is invalid. */
export function parsePhotoName(
  asked: string,
): { name: string; file: string; format: PhotoFormat } | null {
  const [, name, width, format] = photoFilePattern.exec(asked) ?? []
  if (!name) return null
  const wanted = format as PhotoFormat
  return { name, file: photoFileName(name, Number(width ?? largest), wanted), format: wanted }
}

const address = (file: string) => `/api/yolo-image/${file}`

/** Returns what an <img> needs to show the photo named by `image`: WebP in three sizes, and a JPEG for old browsers. */
export function toPhotoSource(image: string, colour?: string | null) {
  const name = image.replace(/\.jpg$/, '')
  return {
    src: address(photoFileName(name, 640, 'jpg')),
    srcSet: photoWidths
      .map((width) => `${address(photoFileName(name, width, 'webp'))} ${width}w`)
      .join(', '),
    ...(colour ? { colour } : {}),
  }
}
