import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { checkPhoto } from '#features/photos/encode.server.ts'
import { avatarFileOf, typeOf } from '#features/photos/names.ts'
import { received, toolsOf } from '#features/photos/server.ts'
import { on, Raw } from '#platform/server/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { avatar, memberNotFound, removeAvatar, uploadAvatar } from './contract.ts'
import { drawInitials } from './initials.server.ts'
import { dropAvatar, keepAvatar } from './keep.server.ts'

const year = 'public, max-age=31536000, immutable'
// Initials give way to a picture one day, under the same address.
const minute = 'public, max-age=60'

export const avatarHandlers = (services: Services) => {
  const { listing } = services
  const tools = toolsOf(services)
  const drawn = new LRUCache<string, string>({ max: 5_000 })
  return [
    on(avatar, async ({ input: { userId, v, size, format }, request }) => {
      // The version of a picture is asked for at once after it was given: a copy may not have it yet.
      const source = v && /^[0-9a-f]{32}$/.test(v) ? services.database : listing
      const member = await source
        .selectFrom('users as u')
        .leftJoin('avatars as a', 'a.user_id', 'u.id')
        .select(['u.user_name as name', 'a.name as picture'])
        .where('u.id', '=', userId)
        .where('u.hidden', '=', false)
        .executeTakeFirst()
      if (!member) throw memberNotFound()
      const { name, picture } = member
      const file = picture && avatarFileOf(picture, Number(size), format)
      const etag = file ? `"${file}"` : `"${hash(name)}"`
      const headers = { ETag: etag, 'Cache-Control': picture && v === picture ? year : minute }
      if (request.ifNoneMatch === etag) return new Raw('', headers, 304)
      const body = file && (await tools.storage.read(file))
      if (body) return new Raw(body, { ...headers, 'Content-Type': typeOf(format) })
      const svg = drawn.get(name) ?? drawInitials(name)
      drawn.set(name, svg)
      return new Raw(svg, {
        'Content-Type': 'image/svg+xml',
        // Replaced while it was read: the next look shows the new one.
        ...(file ? { 'Cache-Control': 'no-cache' } : headers),
      })
    }),

    on(uploadAvatar, async ({ viewer, request }) => {
      const bytes = await received(request.form as FastifyRequest)
      await checkPhoto(bytes)
      return { avatar: await keepAvatar(tools, viewer.id, bytes) }
    }),

    on(removeAvatar, async ({ viewer }) => {
      await dropAvatar(tools, viewer.id)
      return { avatar: null }
    }),
  ]
}

const hash = (name: string) => createHash('sha256').update(name).digest('base64url').slice(0, 22)
