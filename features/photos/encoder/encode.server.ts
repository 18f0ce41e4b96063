import {
  type CropRegion,
  notAPhoto,
  photoTooHeavy,
  tooManyPixels,
  unreadablePhoto,
} from '../contract.ts'
import { unavailable } from '#platform/contract/failure.ts'
import { registerGauge } from '#platform/server/metrics/gauges.ts'
import {
  createConcurrencyLimit,
  requesterOf,
  type Sender,
} from '#platform/server/http/overload/concurrency-limit.ts'
import type { NewFile } from '#platform/server/storage/storage.ts'
import type { DrawnPicture, PictureKind, RefusalReason } from './draw.server.ts'
import { createEncoder, EncoderExitedError, EncoderTimeoutError } from './encoder.server.ts'
import { pausesOf } from './pauses.server.ts'
import { avatarFileName, photoFileName, originalFileName, mediaTypeOf } from '../names.ts'

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const jpeg = Buffer.from([0xff, 0xd8, 0xff])
const startsWith = (bytes: Buffer, mark: Buffer) => bytes.subarray(0, mark.length).equals(mark)

type Format = 'png' | 'jpeg'
/** An uploaded picture, stored in a file. `cut` is the part to show, or null for the whole picture. */
export type ReceivedPicture = {
  path: string
  format: Format
  cut: CropRegion | null
  sender: Sender
}
export type EncodedPicture = Pick<DrawnPicture, 'colour' | 'width' | 'height'> & {
  files: NewFile[]
}

/**
 * This process's encoder. Uploaded pictures are decoded only in its child process, which can be killed without harm.
 */
export const photoEncoder = createEncoder({ work: 10_000, time: 30_000, idle: 30_000 })
const limit = createConcurrencyLimit({
  running: { all: 1 },
  most: { all: 13, member: 5, network: 8, unverified: 6 },
  patience: 15_000,
})
const pauses = pausesOf(5 * 60_000)
registerGauge(
  'photo_encoder_inside',
  'Photos that are drawn or wait for it; 13 is full.',
  limit.count,
)

const refusals: Record<RefusalReason, () => Error> = {
  kind: notAPhoto,
  damaged: unreadablePhoto,
  pixels: tooManyPixels,
  side: () => tooManyPixels({ message: 'A photo may be at most 16,384 pixels wide or high.' }),
  depth: photoTooHeavy,
}

/** Throws if a picture of this sender would be refused, whatever it is. */
export function refuseIfNotAccepted(sender: Sender): void {
  pauses.refuseIfPausing(sender.viewer.id)
  limit.refuseIfFull(requesterOf(sender))
}

/** Returns a file's format, judged by its first bytes. Throws unless it is JPEG or PNG. */
export function formatOf(bytes: Buffer): Format {
  if (startsWith(bytes, png)) return 'png'
  if (startsWith(bytes, jpeg)) return 'jpeg'
  throw notAPhoto()
}

/** Returns all files of a picture, named after `name`. */
export async function encodePicture(
  kind: PictureKind,
  { path, format, cut, sender }: ReceivedPicture,
  name: string,
): Promise<EncodedPicture> {
  const answer = await limit
    .run(requesterOf(sender), () => {
      // The member's picture before this one may have begun a pause while this one waited.
      pauses.refuseIfPausing(sender.viewer.id)
      return photoEncoder.draw({ kind, path, format, cut })
    })
    .catch((error: unknown) => {
      if (error instanceof EncoderTimeoutError) throw unavailable()
      if (!(error instanceof EncoderExitedError)) throw error
      pauses.begin(sender.viewer.id)
      throw photoTooHeavy()
    })
  if ('refused' in answer) throw refusals[answer.refused]()
  if ('failed' in answer) throw new Error(answer.failed)
  const { files, original, ...facts } = answer.drawn
  const fileName = kind === 'photo' ? photoFileName : avatarFileName
  return {
    ...facts,
    files: [
      ...files.map(({ size, format: of, body }) => ({
        name: fileName(name, size, of),
        type: mediaTypeOf(of),
        body: Buffer.from(body),
      })),
      { name: originalFileName(name), type: mediaTypeOf('jpg'), body: Buffer.from(original) },
    ],
  }
}
