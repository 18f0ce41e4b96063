const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
/** The JPEG markers of the header that contains the picture's size. */
const frames = new Set([
  0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf,
])
const startsWith = (bytes: Uint8Array, start: number[]) =>
  start.every((byte, index) => bytes[index] === byte)

/**
 * Returns false if a PNG or JPEG file ends too early. Browsers draw the part of such a file that is there, so a picture
 * that is mostly blank would be sent. Bytes after the end of the picture are allowed, because phones append videos.
 */
export function isImageFileComplete(bytes: Uint8Array): boolean {
  if (startsWith(bytes, pngSignature)) return pngEnds(bytes)
  if (startsWith(bytes, [0xff, 0xd8])) return jpegEnds(bytes)
  return true
}

/** Each chunk of a PNG has its length, its name, its content and a checksum. The last one is IEND. */
function pngEnds(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = pngSignature.length
  while (at + 12 <= bytes.length) {
    if (view.getUint32(at + 4) === 0x49_45_4e_44) return true
    at += 12 + view.getUint32(at)
  }
  return false
}

/**
 * Returns the number of pixels that a PNG or JPEG file says it has, or 0 if it is another kind. Browsers that can't
 * decode a picture don't tell its size.
 */
export function pixelsIn(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (startsWith(bytes, pngSignature) && bytes.length >= 24)
    return view.getUint32(16) * view.getUint32(20)
  if (!startsWith(bytes, [0xff, 0xd8])) return 0
  for (const { marker, at } of segmentsOf(bytes))
    if (frames.has(marker))
      return at + 9 <= bytes.length ? view.getUint16(at + 5) * view.getUint16(at + 7) : 0
  return 0
}

/** Yields the segments of a JPEG file before its picture, with the position of their markers. */
function* segmentsOf(bytes: Uint8Array) {
  let at = 2
  while (at + 4 <= bytes.length) {
    const marker = bytes[at + 1]!
    yield { marker, at }
    if (marker === 0xda) return
    // A marker may have fill bytes of 0xff before it.
    at += marker === 0xff ? 1 : 2 + bytes[at + 2]! * 256 + bytes[at + 3]!
  }
}

/** Skips the segments before the picture, as they may contain a whole thumbnail, and looks for the end after them. */
function jpegEnds(bytes: Uint8Array): boolean {
  const picture = [...segmentsOf(bytes)].at(-1)
  if (picture?.marker !== 0xda) return false
  for (let at = bytes.indexOf(0xff, picture.at); at !== -1; at = bytes.indexOf(0xff, at + 1))
    if (bytes[at + 1] === 0xd9) return true
  return false
}
