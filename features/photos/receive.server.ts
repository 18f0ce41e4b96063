import type { FastifyRequest } from 'fastify'
import { badInput, notJson, Refusal } from '#platform/contract/failure.ts'
import { badCut, type Cut, cutShape, noImage, photoTooLarge } from './contract.ts'
import { checkPhoto, photoTurn } from './encoder/encode.server.ts'

export type Received = { bytes: Buffer; cut: Cut | null }

const largestBytes = 8 * 1024 * 1024
/** What a form around the largest photo may take beside it. */
const around = 64 * 1024
const limits = { fileSize: Infinity, files: 2, fields: 10, fieldSize: 1024, parts: 12 }

/** The picture that a form brings, and the part of it to show. */
export async function received(form: FastifyRequest): Promise<Received> {
  if (!form.isMultipart()) throw notJson({ message: 'Send multipart/form-data, please.' })
  // What says that it is too large, or would be sent away, need not be read.
  if (Number(form.headers['content-length'] ?? 0) > largestBytes + around) throw photoTooLarge()
  photoTurn.refuseIfFull()
  try {
    let bytes: Buffer | null = null
    let cut: Cut | null = null
    for await (const part of form.parts({ limits })) {
      if (part.type === 'file') {
        if (part.fieldname !== 'file' || bytes) throw noImage()
        bytes = await counted(part.file)
      } else if (part.fieldname === 'cut') cut = readCut(part.value)
    }
    if (!bytes || bytes.length === 0) throw noImage()
    checkPhoto(bytes)
    return { bytes, cut }
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw badInput({ message: 'The photo did not arrive whole.' })
  }
}

/**
 * Counted here, to the byte: the parser's own limit tells that it cut a file only if another piece
 * follows, which depends on how the bytes fell into pieces.
 */
async function counted(file: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of file) {
    length += piece.length
    if (length > largestBytes) throw photoTooLarge()
    pieces.push(piece)
  }
  return Buffer.concat(pieces, length)
}

function readCut(text: unknown): Cut {
  try {
    return cutShape.parse(JSON.parse(String(text)))
  } catch {
    throw badCut()
  }
}
