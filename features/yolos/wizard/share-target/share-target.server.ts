import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readLimitedMultipart } from '#features/photos/bounded-form.server.ts'
import type { Services } from '#platform/server/services.ts'
import { shareTargetKeys, type ShareTargetTexts } from '#features/places/shared-place.ts'
import { sharedPhotoAddress, sharedTextsAddress, shareTarget } from './share-target.ts'

/** Maximum number of bytes to read. The texts come before the photo, which isn't read. */
const maxBytes = 256 * 1024

/**
 * Redirects to the wizard if no service worker has handled what was shared. The server stores none of it: a place is
 * read from the texts, and a photo must be chosen again.
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
  // A form of a site beside ours could fill the wizard, as one of another site could, which is refused before. The
  // system's share has no site.
  if (request.headers['sec-fetch-site'] === 'same-site') return shareTarget
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
