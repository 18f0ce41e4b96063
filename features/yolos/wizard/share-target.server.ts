import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readLimitedMultipart } from '#features/photos/bounded-form.server.ts'
import type { Services } from '#platform/server/services.ts'
import { shareTargetKeys, type ShareTargetTexts } from './shared-place.ts'
import { sharedPhotoAddress, sharedTextsAddress, shareTarget } from './share-target.ts'

/** The texts come before the photo, of which nothing is read. */
const maxBytes = 256 * 1024

/**
 * Leads to the wizard where no service worker takes what was shared. Changes nothing and keeps nothing: a place is read
 * from the texts, a photo must be chosen again.
 */
export function serve(server: FastifyInstance, { limits }: Services): void {
  server.post(shareTarget, async (request, reply) => {
    reply.headers(await limits.spend('write', { ip: request.ip, viewer: null }))
    return reply
      .code(303)
      .headers({ location: await addressFor(request), 'cache-control': 'no-store' })
      .send()
  })
}

async function addressFor(request: FastifyRequest): Promise<string> {
  if (!request.isMultipart()) return sharedTextsAddress({})
  const { parts, end } = readLimitedMultipart(request, maxBytes)
  const texts: ShareTargetTexts = {}
  try {
    for await (const part of parts) {
      if (part.type === 'file') return sharedPhotoAddress(false)
      const key = shareTargetKeys.find((one) => one === part.fieldname)
      if (key && typeof part.value === 'string') texts[key] = part.value
    }
    return sharedTextsAddress(texts)
  } catch {
    return sharedPhotoAddress(false)
  } finally {
    end()
  }
}
