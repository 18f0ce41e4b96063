const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
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

/** Skips the segments before the picture, as they may contain a whole thumbnail, and looks for the end after them. */
function jpegEnds(bytes: Uint8Array): boolean {
  let at = 2
  while (at + 4 <= bytes.length && bytes[at + 1] !== 0xda)
    // A marker may have fill bytes of 0xff before it.
    at += bytes[at + 1] === 0xff ? 1 : 2 + bytes[at + 2]! * 256 + bytes[at + 3]!
  for (at = bytes.indexOf(0xff, at); at !== -1; at = bytes.indexOf(0xff, at + 1))
    if (bytes[at + 1] === 0xd9) return true
  return false
}
