import { createHash, type Hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { notJson, Refusal } from '#platform/contract/failure.ts'
import type { RequestFacts, RunWithContent, Viewer } from '#platform/server/http/handler.ts'
import { allowSlowUpload } from '#platform/server/http/overload/slow-bodies.ts'
import type { Settings } from '#platform/server/settings.ts'
import { readLimitedMultipart, incompletePhotoUpload } from './bounded-form.server.ts'
import {
  invalidCrop,
  type CropRegion,
  cropRegionSchema,
  photoMissing,
  photoTooLarge,
} from './contract.ts'
import { formatOf, refuseIfNotAccepted, type ReceivedPicture } from './encoder/encode.server.ts'
import { enterSlowUploads, type Upload, withUploadFile } from './uploads.server.ts'

const maxPhotoBytes = 8 * 1024 * 1024
/** Maximum bytes of a form in addition to the photo. */
const around = 64 * 1024
/** Number of first bytes that are enough to recognize a file's format. */
const headBytes = 16

type Context = { viewer: Viewer; request: RequestFacts; withContent: RunWithContent }

/**
 * Calls `work` with the picture from a form. The picture's file is deleted when `work` is done. The same picture under
 * the same idempotency key gets the earlier answer.
 */
export async function withReceivedPicture<T>(
  tools: { settings: Pick<Settings, 'stateDir'> },
  { viewer, request, withContent }: Context,
  work: (picture: ReceivedPicture) => Promise<T>,
): Promise<T> {
  const form = request.form as FastifyRequest
  if (!form.isMultipart()) throw notJson({ message: 'Send multipart/form-data, please.' })
  // A request that announces too many bytes or would be refused anyway doesn't have to be read.
  if (Number(form.headers['content-length'] ?? 0) > maxPhotoBytes + around) throw photoTooLarge()
  const sender = { viewer, ip: request.ip }
  refuseIfNotAccepted(sender)
  return withUploadFile(tools, sender, async (upload) => {
    allowSlowUpload(form.raw, () => enterSlowUploads(sender))
    const hash = createHash('sha256')
    const picture = { ...(await received(form, upload, hash)), sender }
    return withContent(hash.update(JSON.stringify(picture.cut)).digest('hex'), () => work(picture))
  })
}

/** Reads the form's picture and the part of it to show. Adds the picture's bytes to `hash`. */
async function received(
  form: FastifyRequest,
  upload: Upload,
  hash: Hash,
): Promise<Omit<ReceivedPicture, 'sender'>> {
  const { parts, end } = readLimitedMultipart(form, maxPhotoBytes + around)
  try {
    let head: Buffer | null = null
    let cut: CropRegion | null = null
    for await (const part of parts) {
      if (part.type === 'file') {
        if (part.fieldname !== 'file' || head) throw photoMissing()
        head = await written(part.file, upload, hash)
      } else if (part.fieldname === 'cut') cut = readCut(part.value)
    }
    if (!head || head.length === 0) throw photoMissing()
    return { path: upload.path, format: formatOf(head), cut }
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw incompletePhotoUpload()
  } finally {
    end()
  }
}

/**
 * Writes the photo to the upload's file and returns its first bytes. Counts the bytes itself, because the parser
 * reports that it cut off a file only if another chunk follows, which depends on how the data was split into chunks.
 */
async function written(file: AsyncIterable<Buffer>, upload: Upload, hash: Hash): Promise<Buffer> {
  let head = Buffer.alloc(0)
  let length = 0
  let failed: { error: unknown } | undefined
  for await (const piece of file) {
    length += piece.length
    hash.update(piece)
    if (length > maxPhotoBytes) throw photoTooLarge()
    if (head.length < headBytes) head = Buffer.concat([head, piece.subarray(0, headBytes)])
    // If the disk is full, the rest is read anyway, because the client would wait until it has sent everything.
    if (!failed) await upload.write(piece).catch((error: unknown) => (failed = { error }))
  }
  if (failed) throw failed.error
  return head
}

function readCut(text: unknown): CropRegion {
  try {
    return cropRegionSchema.parse(JSON.parse(String(text)))
  } catch {
    throw invalidCrop()
  }
}
