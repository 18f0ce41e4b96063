import { createHash } from 'node:crypto'
import { originalResponse } from '#features/photos/keep.server.ts'
import { avatarFileName, mediaTypeOf } from '#features/photos/names.ts'
import { withReceivedPicture } from '#features/photos/receive.server.ts'
import { photoServicesOf } from '#features/photos/server.ts'
import { memberVisibleSql } from '#domain/visible.ts'
import { megabytesToBytes, promiseCache } from '#platform/server/cache.ts'
import { implementCall, RawResponse } from '#platform/server/http/handler.ts'
import type { Database, Services } from '#platform/server/services.ts'
import {
  avatar,
  memberNotFound,
  noAvatar,
  originalAvatar,
  removeAvatar,
  uploadAvatar,
} from './contract.ts'
import { drawInitials } from './initials.server.ts'
import { deleteAvatar, replaceAvatar } from './keep.server.ts'

export * as calls from './contract.ts'

const year = 'public, max-age=31536000, immutable'
// Short, because a member's initials may later be replaced by a picture under the same address.
const minute = 'public, max-age=60'

export const handlers = (services: Services) => {
  const { database, listing } = services
  const tools = photoServicesOf(services)
  const drawn = promiseCache<string>({
    name: 'initials',
    bytes: megabytesToBytes(2),
    ttl: 3_600_000,
    sizeOf: (svg) => 2 * svg.length,
  })
  return [
    implementCall(avatar, async ({ input: { userId, v, size, format }, request }) => {
      let member = await shownMember(listing, userId)
      // The version of a new picture is requested right after the upload, when a replica may not have it yet.
      if (v && /^[0-9a-f]{32}$/.test(v) && member?.picture !== v)
        member = await shownMember(database, userId)
      if (!member) throw memberNotFound()
      const { name, picture } = member
      const file = picture && avatarFileName(picture, Number(size), format)
      const etag = file ? `"${file}"` : `"${hash(name)}"`
      const headers = { ETag: etag, 'Cache-Control': picture && v === picture ? year : minute }
      if (request.ifNoneMatch === etag) return new RawResponse('', headers, 304)
      const body = file && (await tools.storage.read(file))
      if (body) return new RawResponse(body, { ...headers, 'Content-Type': mediaTypeOf(format) })
      const svg = await drawn.get(name, async () => drawInitials(name))
      return new RawResponse(svg, {
        'Content-Type': 'image/svg+xml',
        // The picture was replaced or removed before its file was read. The initials aren't cached, so that the next
        // request shows what has taken its place.
        ...(file ? { 'Cache-Control': 'no-cache' } : headers),
      })
    }),

    implementCall(uploadAvatar, (context) =>
      withReceivedPicture(tools, context, async (picture) => ({
        avatar: await replaceAvatar(tools, context.viewer.id, picture),
      })),
    ),

    implementCall(originalAvatar, async ({ viewer }) => {
      const picture = await services.database
        .selectFrom('avatars')
        .select(['name', 'cut'])
        .where('user_id', '=', viewer.id)
        .executeTakeFirst()
      if (!picture) throw noAvatar()
      const { name, cut } = picture
      const found = await originalResponse(
        tools.storage,
        name,
        avatarFileName(name, 320, 'jpg'),
        cut,
      )
      if (!found) throw noAvatar()
      return found
    }),

    implementCall(removeAvatar, async ({ viewer }) => {
      await deleteAvatar(tools, viewer.id)
      return { avatar: null }
    }),
  ]
}

const shownMember = (source: Database, id: number) =>
  source
    .selectFrom('users as u')
    .leftJoin('avatars as a', 'a.user_id', 'u.id')
    .select(['u.user_name as name', 'a.name as picture'])
    .where('u.id', '=', id)
    .where(memberVisibleSql('u'))
    .executeTakeFirst()

const hash = (name: string) => createHash('sha256').update(name).digest('base64url').slice(0, 22)
