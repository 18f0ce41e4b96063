/** Widths in px in which every photo is stored, as JPEG. */
export const photoWidths = [320, 640, 1280] as const
const largest = 1280
/** Sides in px of a member's own picture, which is square. */
export const avatarSizes = [96, 320] as const

/** Matches what `GET /yolo-image/{name}` accepts: a photo's name and a width (the largest if left out). */
const photoFilePattern = /^([0-9a-f]{32})(?:-(320|640|1280))?\.jpg$/

/** Returns the `image` of a yolo, which is the name of its largest file. */
export const yoloImageFileName = (name: string) => `${name}.jpg`

export const photoFileName = (name: string, width: number) => `${name}-${width}.jpg`
export const photoFileNames = (name: string) =>
  photoWidths.map((width) => photoFileName(name, width))

/**
 * `GET /yolo-image/{name}` doesn't accept the names of avatars, because each request for an avatar checks that its
 * member is still shown.
 */
export const avatarFileName = (name: string, size: number) => `${name}-avatar-${size}.jpg`
export const avatarFileNames = (name: string) =>
  avatarSizes.map((size) => avatarFileName(name, size))

/** Returns the photo and the file that a requested name refers to, or null if the name is invalid. */
export function parsePhotoName(requested: string): { name: string; file: string } | null {
  const [, name, width] = photoFilePattern.exec(requested) ?? []
  return name ? { name, file: photoFileName(name, Number(width ?? largest)) } : null
}

const address = (file: string) => `/api/yolo-image/${file}`

/** Returns what an <img> needs to show the photo named by `image`. */
export function toPhotoSource(image: string, color?: string | null) {
  const name = image.replace(/\.jpg$/, '')
  return {
    src: address(photoFileName(name, 640)),
    srcSet: photoWidths
      .map((width) => `${address(photoFileName(name, width))} ${width}w`)
      .join(', '),
    ...(color ? { color } : {}),
  }
}
