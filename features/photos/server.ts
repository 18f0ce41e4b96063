import type { FastifyRequest } from 'fastify'
import { mayEditYoloOf } from '#features/accounts/roles.ts'
import { badInput, notJson, notYours } from '#platform/contract/failure.ts'
import { on, Raw, type Viewer } from '#platform/server/handler.ts'
import type { JobQueue } from '#platform/server/jobs.ts'
import type { Services } from '#platform/server/services.ts'
import { openStorage } from '#platform/server/storage.ts'
import {
  getImage,
  noImage,
  photoNotFound,
  photoTooLarge,
  removePhoto,
  uploadPhoto,
  yoloImage,
  yoloNotFound,
} from './contract.ts'
import { checkPhoto, largestBytes } from './encode.server.ts'
import { audited, dropPhoto, keepPhoto, sweepPhotos } from './keep.server.ts'
import { askedFor, fileOf, imageOf, typeOf } from './names.ts'
import { withheldPhotos } from './withheld.server.ts'

export const toolsOf = (services: Services) => ({
  ...services,
  storage: openStorage(services.settings, 'photos'),
})

export const photoHandlers = (services: Services) => {
  const tools = toolsOf(services)
  const { database, clock, storage } = tools
  const withheld = withheldPhotos(database)

  /** Whose yolo it is; refuses those who may not touch it. */
  async function ownerOf(yoloId: number, viewer: Viewer): Promise<number> {
    const yolo = await database
      .selectFrom('yolos')
      .select('user_id')
      .where('id', '=', yoloId)
      .executeTakeFirst()
    if (!yolo) throw yoloNotFound()
    if (!mayEditYoloOf(viewer, yolo.user_id)) throw notYours()
    return yolo.user_id
  }

  return [
    on(uploadPhoto, async ({ input: { yoloId }, viewer, request }) => {
      const bytes = await received(request.form as FastifyRequest)
      await checkPhoto(bytes)
      const owner = await ownerOf(yoloId, viewer)
      const { name, colour } = await keepPhoto(
        tools,
        yoloId,
        bytes,
        audited(viewer, owner, yoloId, clock.now()),
      )
      return { id: yoloId, image: imageOf(name), colour }
    }),

    on(removePhoto, async ({ input: { yoloId }, viewer }) => {
      const owner = await ownerOf(yoloId, viewer)
      await dropPhoto(tools, yoloId, audited(viewer, owner, yoloId, clock.now()))
      return { id: yoloId, image: null }
    }),

    on(yoloImage, async ({ input: { name } }) => {
      const asked = askedFor(name)
      if (!asked || (await withheld(asked.name))) throw photoNotFound()
      const body = await storage.read(asked.file)
      if (!body) throw photoNotFound()
      return new Raw(body, {
        'Content-Type': typeOf(asked.format),
        // A new photo has a new name.
        'Cache-Control': 'public, max-age=31536000, immutable',
      })
    }),

    on(getImage, async ({ input: { yoloId } }) => {
      const photo = await database
        .selectFrom('photos')
        .innerJoin('yolos', 'yolos.id', 'photos.yolo_id')
        .innerJoin('users', 'users.id', 'yolos.user_id')
        .select('photos.name')
        .where('yolos.id', '=', yoloId)
        .where('yolos.photo_down', '=', false)
        .where('users.taken_down_at', 'is', null)
        .executeTakeFirst()
      const body = photo && (await storage.read(fileOf(photo.name, 1280, 'jpg')))
      if (!body) throw photoNotFound()
      return new Raw(body, { 'Content-Type': typeOf('jpg'), 'Cache-Control': 'no-cache' })
    }),
  ]
}

/** The bytes of the one file that a form brings. */
export async function received(form: FastifyRequest): Promise<Buffer> {
  if (!form.isMultipart()) throw notJson({ message: 'Send multipart/form-data, please.' })
  // What says that it is too large need not be read.
  if (Number(form.headers['content-length'] ?? 0) > largestBytes + 64 * 1024) throw photoTooLarge()
  try {
    const part = await form.file({
      limits: { fileSize: largestBytes, files: 1, fields: 10, fieldSize: 1024, parts: 11 },
    })
    if (part?.fieldname !== 'file') throw noImage()
    const bytes = await part.toBuffer()
    if (bytes.length === 0) throw noImage()
    return bytes
  } catch (error) {
    if ((error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE') throw photoTooLarge()
    if ((error as { status?: number }).status) throw error
    throw badInput({ message: 'The photo did not arrive whole.' })
  }
}

export const photoQueues = (services: Services): JobQueue[] => {
  const tools = toolsOf(services)
  return [{ name: 'sweep-photos', every: '* * * * *', run: () => sweepPhotos(tools) }]
}
