import sharp, { type Sharp } from 'sharp'
import { notAPhoto, photoTooLarge, tooManyPixels, unreadablePhoto } from './contract.ts'
import { avatarFileOf, avatarSizes, fileOf, formats, type Format, typeOf, widths } from './names.ts'
import { inTurn } from './in-turn.server.ts'

export const largestBytes = 8 * 1024 * 1024
const largestPixels = 40_000_000

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const jpeg = Buffer.from([0xff, 0xd8, 0xff])
const startsWith = (bytes: Buffer, mark: Buffer) => bytes.subarray(0, mark.length).equals(mark)

const options = { limitInputPixels: largestPixels, failOn: 'error', animated: false } as const

/** Throws unless this is a JPEG or PNG within the limits, as far as its first bytes tell. Nothing is decoded yet. */
export async function checkPhoto(bytes: Buffer): Promise<void> {
  if (bytes.length > largestBytes) throw photoTooLarge()
  const format = startsWith(bytes, png) ? 'png' : startsWith(bytes, jpeg) ? 'jpeg' : null
  if (!format) throw notAPhoto()
  const found = await sharp(bytes, options).metadata().catch(refuse)
  if (found.format !== format) throw notAPhoto()
  if (found.width * found.height > largestPixels) throw tooManyPixels()
}

function refuse(error: Error): never {
  if (/exceeds pixel limit/.test(error.message)) throw tooManyPixels()
  throw unreadablePhoto()
}

export type Files = { name: string; type: string; body: Buffer }[]
export type Encoded = { colour: string; width: number; height: number; files: Files }

// One at a time and on one thread: photos must not starve reads of the other.
const turn = inTurn(20)
sharp.concurrency(1)

/**
 * All files of a photo, drawn anew from its pixels: upright, in sRGB, without a byte of what came with
 * them (place, device, comments, what hides behind the picture).
 */
export const encodePhoto = (bytes: Buffer, name: string): Promise<Encoded> =>
  turn(async () => {
    const largest = Math.max(...widths)
    const { data, info } = await sharp(bytes, options)
      .timeout({ seconds: 10 })
      .autoOrient()
      // A strip as high as one likes is no photo: twice as high as wide is the most.
      .resize({ width: largest, height: largest * 2, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
      .catch(refuse)
    const { width, height, channels } = info
    const pixels = () => sharp(data, { raw: { width, height, channels } })
    const files: Files = []
    for (const wide of widths) {
      const sized = pixels().resize({ width: wide, withoutEnlargement: true })
      files.push(...(await inFormats(sized, (format) => fileOf(name, wide, format))))
    }
    const small = await pixels()
      .resize(64, 64, { fit: 'inside' })
      .toColourspace('srgb')
      .png()
      .toBuffer()
    const { dominant } = await sharp(small).stats()
    return { colour: hex(dominant), width, height, files }
  })

/** The files of a member's picture: the middle of it, square; nothing of what came is kept here either. */
export const encodeAvatar = (bytes: Buffer, name: string): Promise<Files> =>
  turn(async () => {
    const largest = Math.max(...avatarSizes)
    const { data, info } = await sharp(bytes, options)
      .timeout({ seconds: 10 })
      .autoOrient()
      .resize({ width: largest, height: largest, fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
      .catch(refuse)
    const { width, height, channels } = info
    const files: Files = []
    for (const size of avatarSizes) {
      const sized = sharp(data, { raw: { width, height, channels } }).resize(size, size)
      files.push(...(await inFormats(sized, (format) => avatarFileOf(name, size, format))))
    }
    return files
  })

async function inFormats(sized: Sharp, nameOf: (format: Format) => string): Promise<Files> {
  const files: Files = []
  for (const format of formats) {
    const drawn = sized.clone()
    const encoded =
      format === 'webp'
        ? drawn.webp({ quality: 78, effort: 2 })
        : drawn.jpeg({ quality: 80, progressive: true })
    files.push({ name: nameOf(format), type: typeOf(format), body: await encoded.toBuffer() })
  }
  return files
}

const hex = ({ r, g, b }: { r: number; g: number; b: number }) =>
  `#${[r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')}`
