import { crc32 } from 'node:zlib'

/**
 * Returns a picture's file with nothing but its pixels, orientation and color profile. The libraries that read the other
 * metadata take seconds for some of it: EXIF data of 60 kB can have thousands of parts that refer to themselves, and
 * texts of a few kilobytes can decompress to a gigabyte.
 */
export function stripMetadata(bytes: Buffer, format: string): Buffer {
  return format === 'png' ? strippedPng(bytes) : strippedJpeg(bytes)
}

/** Collects parts of a file in one buffer, because a file can have a million parts. */
function collector(size: number) {
  const out = Buffer.alloc(size)
  let length = 0
  return {
    add: (part: Buffer) => void (length += part.copy(out, length)),
    all: () => out.subarray(0, length),
  }
}

/** Chunks of a PNG that say how its pixels look. */
const pngLooks = ['PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP']

function strippedPng(bytes: Buffer): Buffer {
  const out = collector(bytes.length + 64)
  out.add(bytes.subarray(0, 8))
  // A picture has one of each. Half a million of them take a decoder seconds, so only the first is kept.
  const wanted = new Set(['eXIf', ...pngLooks])
  let exif: Buffer | undefined
  let end
  for (let at = 8; at + 8 <= bytes.length; at = end) {
    end = at + 12 + bytes.readUInt32BE(at)
    const kind = bytes.toString('latin1', at + 4, at + 8)
    const isWanted = wanted.delete(kind)
    if (kind === 'eXIf') {
      if (isWanted) exif = bytes.subarray(at + 8, end - 4)
      continue
    }
    // The orientation has to come before the pixels.
    if (kind === 'IDAT' && exif) {
      out.add(pngChunk('eXIf', exifOf(orientationIn(exif))))
      exif = undefined
    }
    if (isWanted || (/^[A-Z]/.test(kind) && kind !== 'PLTE')) out.add(bytes.subarray(at, end))
  }
  return out.all()
}

function pngChunk(kind: string, content: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + content.length)
  chunk.writeUInt32BE(content.length)
  chunk.write(kind, 4, 'latin1')
  content.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4)
  return chunk
}

const marker = {
  start: 0xd8,
  end: 0xd9,
  scan: 0xda,
  app0: 0xe0,
  exif: 0xe1,
  profile: 0xe2,
  adobe: 0xee,
}
const exifMark = Buffer.from('Exif\0\0', 'latin1')
/** How the segments that say how the pixels look begin. */
const jpegLooks: [number, Buffer][] = [
  [marker.app0, Buffer.from('JFIF\0', 'latin1')],
  [marker.exif, exifMark],
  [marker.profile, Buffer.from('ICC_PROFILE\0', 'latin1')],
  [marker.adobe, Buffer.from('Adobe', 'latin1')],
]

/** Cameras and programs write about ten scans. A file of 230 kB has room for 1,900, which take seven seconds. */
const maxScans = 64
/** Those of an ordinary picture, with all that phones add, are less than 200. Two million take four seconds. */
const maxSegments = 2_000

/**
 * Yields a JPEG's segments, from `at` to `end`, as libjpeg reads them, which skips bytes between them, so that none is
 * hidden from this file's functions. The pixels that follow the head of a scan are such bytes.
 */
function* jpegSegments(bytes: Buffer) {
  for (let at = 2; ;) {
    at = bytes.indexOf(0xff, at)
    while (at >= 0 && bytes[at] === 0xff) at++
    if (at < 0 || at + 2 >= bytes.length) return
    const kind = bytes[at++]!
    // What follows isn't read, such as the film that some phones add to a picture.
    if (kind === marker.end) return
    // These have no content: a byte 0xff among the pixels, restarts, and the beginning of the picture.
    if (kind <= 1 || (kind >= 0xd0 && kind <= marker.start)) continue
    const end = at + Math.max(2, bytes.readUInt16BE(at))
    yield { kind, at: at - 2, end, content: bytes.subarray(at + 2, end) }
    at = end
  }
}

function strippedJpeg(bytes: Buffer): Buffer {
  const out = collector(bytes.length + 64)
  out.add(Buffer.from([0xff, marker.start]))
  // As of a PNG's chunks, only the first of each kind is kept.
  const wanted = new Map(jpegLooks)
  for (const { kind, at, end, content } of jpegSegments(bytes)) {
    if (kind === marker.scan) {
      out.add(bytes.subarray(at))
      break
    }
    const mark = wanted.get(kind)
    const isWanted = mark !== undefined && content.subarray(0, mark.length).equals(mark)
    if (isWanted) wanted.delete(kind)
    if (isWanted && kind === marker.exif)
      out.add(exifSegment(orientationIn(content.subarray(mark.length))))
    else if (isWanted || kind < marker.app0) out.add(bytes.subarray(at, end))
  }
  return out.all()
}

/**
 * Returns whether a JPEG has more segments than an ordinary picture, or more scans, each of which is decoded over the
 * whole picture, however few bytes it has.
 */
export function hasTooManySegments(bytes: Buffer): boolean {
  let [segments, scans] = [0, 0]
  for (const { kind } of jpegSegments(bytes)) {
    segments += 1
    if (kind === marker.scan) scans += 1
    if (segments > maxSegments || scans > maxScans) return true
  }
  return false
}

function exifSegment(orientation: number): Buffer {
  const content = Buffer.concat([exifMark, exifOf(orientation)])
  return Buffer.concat([Buffer.from([0xff, marker.exif, 0, content.length + 2]), content])
}

const orientationTag = 0x112

/** Returns the orientation, from 1 to 8, that EXIF data contains: 1, upright, if it contains none. */
function orientationIn(exif: Buffer): number {
  if (exif.length < 8) return 1
  const isLittle = exif[0] === 0x49
  const u16 = (at: number) => (isLittle ? exif.readUInt16LE(at) : exif.readUInt16BE(at))
  const first = isLittle ? exif.readUInt32LE(4) : exif.readUInt32BE(4)
  if (first + 2 > exif.length) return 1
  const end = Math.min(exif.length - 12, first + 2 + 12 * (u16(first) - 1))
  for (let at = first + 2; at <= end; at += 12)
    if (u16(at) === orientationTag) {
      const found = u16(at + 8)
      return found >= 1 && found <= 8 ? found : 1
    }
  return 1
}

/** Returns EXIF data with nothing but an orientation. */
function exifOf(orientation: number): Buffer {
  const exif = Buffer.alloc(26)
  exif.write('MM\0*', 'latin1')
  exif.writeUInt32BE(8, 4)
  exif.writeUInt16BE(1, 8)
  exif.writeUInt16BE(orientationTag, 10)
  // One unsigned 16-bit number.
  exif.writeUInt16BE(3, 12)
  exif.writeUInt32BE(1, 14)
  exif.writeUInt16BE(orientation, 18)
  return exif
}
