import { lockMember } from '#domain/locks/lock-member.ts'
import { refuseTakenDownPhoto, reopenReportsOfMember } from '#domain/moderated-content.ts'
import { encodePicture, type ReceivedPicture } from '#features/photos/encoder/encode.server.ts'
import {
  cropRegionJson,
  removeFilesOf,
  storeFiles,
  generatePhotoName,
  originalHash,
  type PhotoServices,
} from '#features/photos/keep.server.ts'
import { notLoggedIn } from '#platform/contract/failure.ts'
import { transact } from '#platform/server/database/database.ts'
import type { Tx } from '#platform/server/services.ts'

/** Gives a member this picture and removes the one that they had. Returns the new picture's name. */
export async function replaceAvatar(
  tools: PhotoServices,
  userId: number,
  received: ReceivedPicture,
): Promise<string> {
  const name = generatePhotoName()
  const { files } = await encodePicture('avatar', received, name)
  const hash = originalHash(files, name)
  await storeFiles(tools, name, files, async (tx, strike) => {
    const before = await lockedAvatar(tx, userId)
    await refuseTakenDownPhoto(tx, { userId, yoloId: null }, hash)
    await strike()
    const picture = {
      name,
      cut: cropRegionJson(received.cut),
      created_at: tools.clock.now(),
      content_hash: hash,
    }
    await tx
      .insertInto('avatars')
      .values({ user_id: userId, ...picture })
      .onConflict((same) => same.column('user_id').doUpdateSet(picture))
      .execute()
    await reopenReportsOfMember(tx, userId, 'picture', hash)
    return before
  })
  return name
}

export async function deleteAvatar(tools: PhotoServices, userId: number): Promise<void> {
  const dropped = await transact(tools.database, async (tx) => {
    const before = await lockedAvatar(tx, userId)
    if (before) await tx.deleteFrom('avatars').where('user_id', '=', userId).execute()
    return before
  })
  // Neither the answer nor the caller's permit to write waits for the store.
  if (dropped) void removeFilesOf(tools, dropped)
}

/**
 * Returns the name of the member's picture, if any. Locks the member until the transaction ends, so that the picture
 * can't change meanwhile.
 */
async function lockedAvatar(tx: Tx, userId: number): Promise<string | null> {
  if (!(await lockMember(tx, userId))) throw notLoggedIn()
  const picture = await tx
    .selectFrom('avatars')
    .select('name')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return picture?.name ?? null
}
