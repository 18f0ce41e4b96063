/** Widths in px in which every photo is stored, as JPEG and as WebP. */
export const photoWidths = [320, 640, 1280] as const
const largest = 1280

export type PhotoFormat = 'jpg' | 'webp'
export const photoFormats = ['webp', 'jpg'] as const
export const mediaTypeOf = (format: PhotoFormat) =>
  format === 'webp' ? 'image/webp' : 'image/jpeg'

/** Matches what `GET /yolo-image/{name}` accepts: a photo's name, a width unless it is the largest, and a format. */
export const photoFilePattern = /^([0-9a-f]{32})(?:-(320|640|1280))?\.(jpg|webp)$/

/** Returns the `image` of a yolo, which is the name of its largest JPEG. */
export const imageOf = (name: string) => `${name}.jpg`

export const photoFileOf = (name: string, width: number, format: PhotoFormat) =>
  `${name}-${width}.${format}`

export const photoFilesOf = (name: string) =>
  photoWidths.flatMap((width) => photoFormats.map((format) => photoFileOf(name, width, format)))

/**
 * Sides in px of a member's own picture, which is square. `GET /yolo-image/{name}` doesn't accept avatars, because each
 * request for one checks that its member is still shown.
 */
export const avatarSizes = [96, 320] as const

export const avatarFileOf = (name: string, size: number, format: PhotoFormat) =>
  `${name}-avatar-${size}.${format}`

export const avatarFilesOf = (name: string) =>
  avatarSizes.flatMap((size) => photoFormats.map((format) => avatarFileOf(name, size, format)))

/** Longest side in px of the original, which is stored so that the picture can be cut again. */
export const originalSize = 2560

/**
 * Returns the file name of the original. `GET /yolo-image/{name}` doesn't accept it, because only the owner may see
 * what was cut away.
 */
export const originalOf = (name: string) => `${name}-original.jpg`

/** Returns the names of all files that a picture may have. */
export const everyFileOf = (name: string) => [
  originalOf(name),
  ...photoFilesOf(name),
  ...avatarFilesOf(name),
]

/** Returns the file that a requested name refers to, or null if the name is invalid. */
export function parsePhotoName(
  asked: string,
): { name: string; file: string; format: PhotoFormat } | null {
  const [, name, width, format] = photoFilePattern.exec(asked) ?? []
  if (!name) return null
  const wanted = format as PhotoFormat
  return { name, file: photoFileOf(name, Number(width ?? largest), wanted), format: wanted }
}

const address = (file: string) => `/api/yolo-image/${file}`

/** Returns what an <img> needs to show the photo named by `image`: WebP in three sizes, and a JPEG for old browsers. */
export function sourcesOf(image: string, colour?: string | null) {
  const name = image.replace(/\.jpg$/, '')
  return {
    src: address(photoFileOf(name, 640, 'jpg')),
    srcSet: photoWidths
      .map((width) => `${address(photoFileOf(name, width, 'webp'))} ${width}w`)
      .join(', '),
    ...(colour ? { colour } : {}),
  }
}
