import sharp, { type Metadata, type Sharp } from 'sharp'
import type { CropRegion } from '../contract.ts'
import { hasTooManySegments, stripMetadata } from './strip-metadata.server.ts'
import {
  avatarSizes,
  photoFormats,
  type PhotoFormat,
  maxOriginalSide,
  photoWidths,
} from '../names.ts'

// This module runs only in the encoder's process; see encoder.server.ts.
sharp.concurrency(1)
sharp.cache(false)

const maxPixels = 40_000_000
const maxSide = 16_384
/** Maximum bytes that a decoded picture may need: 40 megapixels in four channels of one byte. */
const maxHeldBytes = 160_000_000

/**
 * Maximum pixels in four inks (CMYK), because they are converted to sRGB at full size: a JPEG of 40 megapixels, 600 kB and
 * turned by its EXIF took 2.4 s of the processor, as many in RGB, an interlaced PNG in Display P3, 1.2 s. Pages send RGB.
 */
const maxInkPixels = 8_000_000

/** Profiles of cameras and screens have at most a few kilobytes. */
const maxProfileBytes = 16 * 1024

const options = { limitInputPixels: maxPixels, failOn: 'error', animated: false } as const

export type PictureKind = 'photo' | 'avatar'
export type RefusalReason = 'kind' | 'damaged' | 'pixels' | 'side' | 'depth'
export type DrawnPicture = {
  colour: string
  width: number
  height: number
  files: { size: number; format: PhotoFormat; body: Buffer }[]
  /** The whole picture, upright, so that it can be cropped again later. */
  original: Buffer
}

export class PhotoRefusedError extends Error {
  readonly why: RefusalReason
  constructor(why: RefusalReason) {
    super(why)
    this.why = why
  }
}

const broken = (error: Error): never => {
  throw new PhotoRefusedError(/exceeds pixel limit/.test(error.message) ? 'pixels' : 'damaged')
}

/** Reads only the header of a file and refuses pictures that would take too much to decode. */
async function checkHead(bytes: Buffer, format: string): Promise<Metadata> {
  const head = await sharp(bytes, options).metadata().catch(broken)
  if (head.format !== format) throw new PhotoRefusedError('kind')
  if (Math.max(head.width, head.height) > maxSide) throw new PhotoRefusedError('side')
  if (head.width * head.height > maxPixels) throw new PhotoRefusedError('pixels')
  if (head.width * head.height * bytesPerPixel(head) > maxHeldBytes)
    throw new PhotoRefusedError('depth')
  if (head.space === 'cmyk' && head.width * head.height > maxInkPixels)
    throw new PhotoRefusedError('depth')
  return head
}

/**
 * Returns whether a color profile is applied. Profiles of sRGB, Display P3 and Adobe RGB have a matrix and curves, which
 * cost little. Other profiles list steps, and a few kilobytes of a file can list a hundred thousand of them, so that
 * converting the picture takes minutes. Such a picture is read as if it had no profile.
 */
const isCheapProfile = (profile: Buffer) =>
  profile.length <= maxProfileBytes && !/(A2B|B2A|D2B|B2D)\d|mpet/.test(profile.toString('latin1'))

/**
 * Returns the bytes per pixel that decoding needs. Interlaced and progressive pictures are decoded as a whole, and
 * progressive ones need two bytes per sample.
 */
function bytesPerPixel({ format, channels, depth, isProgressive, chromaSubsampling }: Metadata) {
  if (format === 'jpeg' && isProgressive)
    return 2 * (chromaSubsampling?.startsWith('4:2:0') ? channels / 2 : channels)
  return channels * (depth === 'uchar' ? 1 : 2)
}

/**
 * Draws all files of a picture from its pixels, upright and in sRGB. Nothing else is copied from the uploaded file,
 * such as location, device, comments or data appended to the picture.
 */
export async function drawFiles(
  kind: PictureKind,
  file: Buffer,
  format: string,
  cut: CropRegion | null,
): Promise<DrawnPicture> {
  if (format === 'jpeg' && hasTooManySegments(file)) throw new PhotoRefusedError('depth')
  const bytes = stripMetadata(file, format)
  const { icc } = await checkHead(bytes, format)
  const upright = await sharp(bytes, { ...options, ignoreIcc: !!icc && !isCheapProfile(icc) })
    .autoOrient()
    .resize({
      width: maxOriginalSide,
      height: maxOriginalSide,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(broken)
  const whole = open(upright)
  const original = await whole().jpeg({ quality: 85, progressive: true }).toBuffer()
  const part = open(await sized(kind, cut ? await cutOut(whole, upright.info, cut) : whole))
  const { info } = await part().raw().toBuffer({ resolveWithObject: true })
  const files = await inSizes(kind, part)
  return {
    colour: await colourOf(part),
    width: info.width,
    height: info.height,
    files,
    original,
  }
}

type Raw = { data: Buffer; info: { width: number; height: number; channels: 1 | 2 | 3 | 4 } }

const open =
  ({ data, info: { width, height, channels } }: Raw) =>
  (): Sharp =>
    sharp(data, { raw: { width, height, channels } })

async function cutOut(whole: () => Sharp, { width, height }: Raw['info'], cut: CropRegion) {
  const turned = cut.degrees % 180 === 0 ? { width, height } : { width: height, height: width }
  const left = Math.min(turned.width - 1, Math.round(cut.x * turned.width))
  const top = Math.min(turned.height - 1, Math.round(cut.y * turned.height))
  const area = {
    left,
    top,
    width: Math.max(1, Math.min(turned.width - left, Math.round(cut.width * turned.width))),
    height: Math.max(1, Math.min(turned.height - top, Math.round(cut.height * turned.height))),
  }
  const out = await whole()
    .rotate(cut.degrees)
    .extract(area)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return open(out)
}

function sized(kind: PictureKind, part: () => Sharp): Promise<Raw> {
  const largest = Math.max(...(kind === 'photo' ? photoWidths : avatarSizes))
  const drawn =
    kind === 'photo'
      ? // The height is limited too, because a photo may be a narrow, very high strip.
        part().resize({
          width: largest,
          height: largest * 2,
          fit: 'inside',
          withoutEnlargement: true,
        })
      : part().resize({ width: largest, height: largest, fit: 'cover' })
  return drawn.raw().toBuffer({ resolveWithObject: true })
}

async function inSizes(kind: PictureKind, part: () => Sharp): Promise<DrawnPicture['files']> {
  const files: DrawnPicture['files'] = []
  for (const size of kind === 'photo' ? photoWidths : avatarSizes) {
    const one =
      kind === 'photo'
        ? part().resize({ width: size, withoutEnlargement: true })
        : part().resize(size, size)
    for (const format of photoFormats) {
      const drawn = one.clone()
      const encoded =
        format === 'webp'
          ? drawn.webp({ quality: 78, effort: 2 })
          : drawn.jpeg({ quality: 80, progressive: true })
      files.push({ size, format, body: await encoded.toBuffer() })
    }
  }
  return files
}

async function colourOf(part: () => Sharp): Promise<string> {
  const small = await part()
    .resize(64, 64, { fit: 'inside' })
    .toColourspace('srgb')
    .png()
    .toBuffer()
  const { dominant } = await sharp(small).stats()
  const { r, g, b } = dominant
  return `#${[r, g, b].map((of) => of.toString(16).padStart(2, '0')).join('')}`
}
