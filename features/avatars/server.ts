import { createHash } from 'node:crypto'
import { encodePicture, readPicture } from '#features/photos/encode.server.ts'
import { avatarFileName } from '#features/photos/names.ts'
import {
  createPictureName,
  photoServicesOf,
  removePicture,
  storePicture,
} from '#features/photos/store.server.ts'
import { transact } from '#platform/server/database/database.ts'
import { implementCall, RawResponse } from '#platform/server/http/handler.ts'
import type { Database, Services, Tx } from '#platform/server/services.ts'
import { avatar, memberNotFound, removeAvatar, uploadAvatar } from './contract.ts'
import { drawInitials } from './initials.server.ts'

export * as calls from './contract.ts'

const year = 'public, max-age=31536000, immutable'
// Short, because a member's initials may later be replaced by a picture under the same address.
const minute = 'public, max-age=60'

export const handlers = (services: Services) => {
  const { database, clock } = services
  const tools = photoServicesOf(services)
  return [
    implementCall(avatar, async ({ input: { userId, v, size }, request }) => {
      const member = await shownMember(database, userId)
      if (!member) throw memberNotFound()
      const { name, picture } = member
      const file = picture && avatarFileName(picture, Number(size))
      const etag = file ? `"${file}"` : `"${hash(name)}"`
      const headers = { ETag: etag, 'Cache-Control': picture && v === picture ? year : minute }
      if (request.ifNoneMatch === etag) return new RawResponse('', headers, 304)
      const body = file && (await tools.storage.read(file))
      if (body) return new RawResponse(body, { ...headers, 'Content-Type': 'image/jpeg' })
      return new RawResponse(drawInitials(name), {
        'Content-Type': 'image/svg+xml',
        // The picture was replaced or removed before its file was read, so this isn't cached.
        ...(file ? { 'Cache-Control': 'no-cache' } : headers),
      })
    }),

    implementCall(uploadAvatar, async ({ viewer: { id }, request }) => {
      const bytes = await readPicture(request)
      const name = createPictureName(clock.now())
      const encoded = await encodePicture('avatar', bytes, name)
      await storePicture(tools, name, encoded, async (tx) => {
        const before = await ownPicture(tx, id)
        await tx.updateTable('users').set({ avatar: name }).where('id', '=', id).execute()
        return before
      })
      return { avatar: name }
    }),

    implementCall(removeAvatar, async ({ viewer: { id } }) => {
      const name = await transact(database, async (tx) => {
        const before = await ownPicture(tx, id)
        await tx.updateTable('users').set({ avatar: null }).where('id', '=', id).execute()
        return before
      })
      if (name) await removePicture(tools, name)
      return { avatar: null }
    }),
  ]
}

/** Returns the name of the member's picture, if any. Locks the member, so that it can't change meanwhile. */
async function ownPicture(tx: Tx, userId: number): Promise<string | null> {
  const member = await tx
    .selectFrom('users')
    .select('avatar')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return member?.avatar ?? null
}

const shownMember = (source: Database, id: number) =>
  source
    .selectFrom('users as u')
    .select(['u.user_name as name', 'u.avatar as picture'])
    .where('u.id', '=', id)
    .where('u.suspended_at', 'is', null)
    .where('u.disabled_at', 'is', null)
    .executeTakeFirst()

const hash = (name: string) => createHash('sha256').update(name).digest('base64url').slice(0, 22)
