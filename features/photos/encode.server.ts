import type { FastifyRequest } from 'fastify'
import pLimit from 'p-limit'
import type { Sharp } from 'sharp'
import { notJson, unavailable } from '#platform/contract/failure.ts'
import type { RequestFacts } from '#platform/server/http/handler.ts'
import type { NewFile } from '#platform/server/storage/storage.ts'
import { notAPhoto, photoMissing, photoTooLarge, unreadablePhoto } from './contract.ts'
import { avatarFileName, avatarSizes, photoFileName, photoWidths } from './names.ts'

const maxBytes = 8 * 1024 * 1024
const maxPixels = 40_000_000
const maxSeconds = 8
/** Number of pictures that are drawn at a time, and of those that may wait for it. */
const atOnce = pLimit(2)
const mostWaiting = 20

/** Loads sharp with the first picture, because it takes 20 MB of memory. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}
type SharpFunction = Awaited<ReturnType<typeof loadSharp>>

const starts = [Buffer.from([0xff, 0xd8, 0xff]), Buffer.from([0x89, 0x50, 0x4e, 0x47])]

/** Reads the picture from a form. Throws unless its first bytes are those of a JPEG or PNG. */
export async function readPicture({ form }: Pick<RequestFacts, 'form'>): Promise<Buffer> {
  const request = form as FastifyRequest
  if (!request.isMultipart()) throw notJson({ message: 'Send multipart/form-data, please.' })
  const file = await request
    .file({ limits: { fileSize: maxBytes, files: 1, fields: 5 } })
    .catch(failRead)
  if (file?.fieldname !== 'file') throw photoMissing()
  const bytes = await file.toBuffer().catch(failRead)
  if (bytes.length === 0) throw photoMissing()
  if (!starts.some((start) => bytes.subarray(0, start.length).equals(start))) throw notAPhoto()
  return bytes
}

function failRead(error: unknown): never {
  const { code } = error as { code?: string }
  throw code === 'FST_REQ_FILE_TOO_LARGE' ? photoTooLarge() : photoMissing()
}

export type EncodedPicture = { color: string; width: number; height: number; files: NewFile[] }

/**
 * Draws a picture again from its pixels, upright and in sRGB, so that nothing else of the uploaded file is stored, such as
 * where it was taken. Returns its files, named after `name`.
 */
export async function encodePicture(
  kind: 'photo' | 'avatar',
  bytes: Buffer,
  name: string,
): Promise<EncodedPicture> {
  if (atOnce.pendingCount >= mostWaiting) throw unavailable()
  return atOnce(async () => {
    const sharp = await loadSharp()
    const whole = await decode(sharp, kind, bytes)
    const open = () => sharp(whole.data, { raw: whole.info })
    const { width, height } = whole.info
    const files =
      kind === 'photo'
        ? photoWidths.map((size) => ({
            name: photoFileName(name, size),
            drawn: open().resize({ width: size, withoutEnlargement: true }),
          }))
        : avatarSizes.map((size) => ({
            name: avatarFileName(name, size),
            drawn: open().resize(size, size),
          }))
    return {
      color: await colorOf(sharp, open()),
      width,
      height,
      files: await Promise.all(
        files.map(async ({ name: fileName, drawn }) => ({
          name: fileName,
          type: 'image/jpeg',
          body: await drawn.jpeg({ quality: 80, progressive: true }).toBuffer(),
        })),
      ),
    }
  })
}

async function decode(sharp: SharpFunction, kind: 'photo' | 'avatar', bytes: Buffer) {
  const upright = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' }).autoOrient()
  const resized =
    kind === 'photo'
      ? upright.resize({ width: 1280, height: 2560, fit: 'inside', withoutEnlargement: true })
      : upright.resize({ width: 320, height: 320, fit: 'cover' })
  try {
    return await resized
      .flatten({ background: '#ffffff' })
      .toColorspace('srgb')
      .timeout({ seconds: maxSeconds })
      .raw()
      .toBuffer({ resolveWithObject: true })
  } catch (error) {
    throw /pixel limit|timeout/.test((error as Error).message) ? photoTooLarge() : unreadablePhoto()
  }
}

async function colorOf(sharp: SharpFunction, picture: Sharp): Promise<string> {
  const small = await picture.resize(64, 64, { fit: 'inside' }).png().toBuffer()
  const { r, g, b } = (await sharp(small).stats()).dominant
  return `#${[r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
