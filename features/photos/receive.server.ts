import type { FastifyRequest } from 'fastify'
import { badInput, notJson, Refusal } from '#platform/contract/failure.ts'
import type { Settings } from '#platform/server/settings.ts'
import { badCut, type Cut, cutShape, noImage, photoTooLarge } from './contract.ts'
import { formatOf, photoTurn, type ReceivedPicture } from './encoder/encode.server.ts'
import { type Upload, withUploadFile } from './uploads.server.ts'

const maxPhotoBytes = 8 * 1024 * 1024
/** Maximum bytes of a form in addition to the photo. */
const around = 64 * 1024
const limits = { fileSize: Infinity, files: 2, fields: 10, fieldSize: 1024, parts: 12 }
/** Number of first bytes that are enough to recognize a file's format. */
const headBytes = 16

/** Calls `work` with the picture from a form. The picture's file is deleted when `work` is done. */
export async function withReceivedPicture<T>(
  tools: { settings: Pick<Settings, 'stateDir'> },
  form: FastifyRequest,
  userId: number,
  work: (picture: ReceivedPicture) => Promise<T>,
): Promise<T> {
  if (!form.isMultipart()) throw notJson({ message: 'Send multipart/form-data, please.' })
  // A request that announces too many bytes or would be refused anyway doesn't have to be read.
  if (Number(form.headers['content-length'] ?? 0) > maxPhotoBytes + around) throw photoTooLarge()
  photoTurn.refuseIfFull()
  return withUploadFile(tools, userId, async (upload) => work(await received(form, upload)))
}

/** Reads the form's picture and the part of it to show. */
async function received(form: FastifyRequest, upload: Upload): Promise<ReceivedPicture> {
  try {
    let head: Buffer | null = null
    let cut: Cut | null = null
    for await (const part of form.parts({ limits })) {
      if (part.type === 'file') {
        if (part.fieldname !== 'file' || head) throw noImage()
        head = await written(part.file, upload)
      } else if (part.fieldname === 'cut') cut = readCut(part.value)
    }
    if (!head || head.length === 0) throw noImage()
    return { path: upload.path, format: formatOf(head), cut }
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw badInput({ message: 'The photo did not arrive whole.' })
  }
}

/**
 * Writes the photo to the upload's file and returns its first bytes. Counts the bytes itself, because the parser
 * reports that it cut off a file only if another chunk follows, which depends on how the data was split into chunks.
 */
async function written(file: AsyncIterable<Buffer>, upload: Upload): Promise<Buffer> {
  let head = Buffer.alloc(0)
  let length = 0
  let failed: { error: unknown } | undefined
  for await (const piece of file) {
    length += piece.length
    if (length > maxPhotoBytes) throw photoTooLarge()
    if (head.length < headBytes) head = Buffer.concat([head, piece.subarray(0, headBytes)])
    // If the disk is full, the rest is read anyway, because the client would wait until it has sent everything.
    if (!failed) await upload.write(piece).catch((error: unknown) => (failed = { error }))
  }
  if (failed) throw failed.error
  return head
}

function readCut(text: unknown): Cut {
  try {
    return cutShape.parse(JSON.parse(String(text)))
  } catch {
    throw badCut()
  }
}
