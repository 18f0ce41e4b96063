/** The widths that every photo is kept in, in JPEG and in WebP. */
export const widths = [320, 640, 1280] as const
const largest = 1280

export type Format = 'jpg' | 'webp'
export const formats = ['webp', 'jpg'] as const
export const typeOf = (format: Format) => (format === 'webp' ? 'image/webp' : 'image/jpeg')

/** What GET /yolo-image/{name} takes: a photo's name, a width where it isn't the largest, a format. */
export const namePattern = /^([0-9a-f]{32})(?:-(320|640|1280))?\.(jpg|webp)$/

/** The name that a yolo's `image` says: its largest JPEG. */
export const imageOf = (name: string) => `${name}.jpg`

export const fileOf = (name: string, width: number, format: Format) => `${name}-${width}.${format}`

export const filesOf = (name: string) =>
  widths.flatMap((width) => formats.map((format) => fileOf(name, width, format)))

/** A member's own picture, square. Not a name that GET /yolo-image takes: who may see it is asked each time. */
export const avatarSizes = [96, 320] as const

export const avatarFileOf = (name: string, size: number, format: Format) =>
  `${name}-avatar-${size}.${format}`

export const avatarFilesOf = (name: string) =>
  avatarSizes.flatMap((size) => formats.map((format) => avatarFileOf(name, size, format)))

/** The longest side of a picture that is kept whole, to be cut again. */
export const originalSize = 2560

/** Not a name that GET /yolo-image takes either: what was cut away is its owner's alone. */
export const originalOf = (name: string) => `${name}-original.jpg`

/** Whatever may lie under a name. */
export const everyFileOf = (name: string) => [
  originalOf(name),
  ...filesOf(name),
  ...avatarFilesOf(name),
]

/** The file that a name asked for means, or null. */
export function askedFor(asked: string): { name: string; file: string; format: Format } | null {
  const [, name, width, format] = namePattern.exec(asked) ?? []
  if (!name) return null
  const wanted = format as Format
  return { name, file: fileOf(name, Number(width ?? largest), wanted), format: wanted }
}

const address = (file: string) => `/api/yolo-image/${file}`

/** What an <img> needs to show the photo that `image` names: JPEG for the old, WebP in three sizes for all others. */
export function sourcesOf(image: string, colour?: string | null) {
  const name = image.replace(/\.jpg$/, '')
  return {
    src: address(fileOf(name, 640, 'jpg')),
    srcSet: widths.map((width) => `${address(fileOf(name, width, 'webp'))} ${width}w`).join(', '),
    ...(colour ? { colour } : {}),
  }
}
