import { type Cut, notAPhoto, photoTooHeavy, tooManyPixels, unreadablePhoto } from '../contract.ts'
import { gauge } from '#platform/server/gauges.ts'
import type { Drawn, Kind, Refused } from './draw.server.ts'
import { encoder, EncoderEnded } from './encoder.server.ts'
import { inTurn } from './in-turn.server.ts'
import { avatarFileOf, fileOf, originalOf, typeOf } from '../names.ts'

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const jpeg = Buffer.from([0xff, 0xd8, 0xff])
const startsWith = (bytes: Buffer, mark: Buffer) => bytes.subarray(0, mark.length).equals(mark)

type Format = 'png' | 'jpeg'
/** A picture as it came, in a file; `cut` says which part of it is shown, else it is all of it. */
export type Received = { path: string; format: Format; cut: Cut | null }
export type Files = { name: string; type: string; body: Buffer }[]
export type Encoded = Pick<Drawn, 'colour' | 'width' | 'height'> & { files: Files }

/** The one process of this site that decodes what strangers send. */
export const photoEncoder = encoder({ time: 10_000, idle: 30_000 })
export const photoTurn = inTurn({ waiting: 12, patience: 15_000 })
gauge('photo_encoder_inside', 'Photos that are drawn or wait for it; 13 is full.', photoTurn.inside)

const refusals: Record<Refused, () => Error> = {
  kind: notAPhoto,
  damaged: unreadablePhoto,
  pixels: tooManyPixels,
  side: () => tooManyPixels({ message: 'A photo may be at most 16,384 pixels wide or high.' }),
  depth: photoTooHeavy,
}

/** What a file is by its first bytes; throws unless that may be a photo. */
export function formatOf(bytes: Buffer): Format {
  if (startsWith(bytes, png)) return 'png'
  if (startsWith(bytes, jpeg)) return 'jpeg'
  throw notAPhoto()
}

/** All files of a picture under `name`. */
export async function encode(kind: Kind, picture: Received, name: string): Promise<Encoded> {
  const answer = await photoTurn
    .run(() => photoEncoder.draw({ kind, ...picture }))
    .catch((error: unknown) => {
      throw error instanceof EncoderEnded ? photoTooHeavy() : error
    })
  if ('refused' in answer) throw refusals[answer.refused]()
  if ('failed' in answer) throw new Error(answer.failed)
  const { files, original, ...facts } = answer.drawn
  const fileName = kind === 'photo' ? fileOf : avatarFileOf
  return {
    ...facts,
    files: [
      ...files.map(({ size, format: of, body }) => ({
        name: fileName(name, size, of),
        type: typeOf(of),
        body: Buffer.from(body),
      })),
      { name: originalOf(name), type: typeOf('jpg'), body: Buffer.from(original) },
    ],
  }
}
