import { audited } from '#domain/audit.ts'
import { mayEditYoloOf } from '#domain/vocabulary/roles.ts'
import type { ParsedInputOf } from '#platform/contract/call.ts'
import { badInput, notYours } from '#platform/contract/failure.ts'
import { transact } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { yoloNotFound, type addMoreTags, type setTags } from './contract.ts'
import { tagsOf } from '#domain/vocabulary/tags.data.ts'

export function tagsAreOf(categoryId: number, ids: number[]): boolean {
  const its = new Set(tagsOf(categoryId).map(({ id }) => id))
  return ids.every((id) => its.has(id))
}

type Wanted = { yoloId: number; tags: number[]; action: string; whole: boolean }

/** Adds tags to the member's own yolo; an admin's help to another's leaves an audit row. */
export const addTags = (
  services: Services,
  viewer: Viewer,
  { yoloId, tags }: ParsedInputOf<typeof addMoreTags>,
) =>
  changeTags(services, viewer, {
    yoloId,
    tags: tags.map(({ tagId }) => tagId),
    action: 'yolo.add-tags',
    whole: false,
  })

/** The same with the whole list: what isn't in it is taken off. */
export const replaceTags = (
  services: Services,
  viewer: Viewer,
  { id, tags }: ParsedInputOf<typeof setTags>,
) =>
  changeTags(services, viewer, {
    yoloId: id,
    tags: tags.map((tag) => (typeof tag === 'number' ? tag : tag.tagId)),
    action: 'yolo.set-tags',
    whole: true,
  })

function changeTags(
  { database, clock }: Services,
  viewer: Viewer,
  { yoloId, tags, action, whole }: Wanted,
) {
  const ids = [...new Set(tags)]
  return transact(database, async (tx) => {
    const yolo = await tx
      .selectFrom('yolos')
      .select(['user_id', 'category_id'])
      .where('id', '=', yoloId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!yolo) throw yoloNotFound()
    if (!mayEditYoloOf(viewer, yolo.user_id)) throw notYours()
    if (!tagsAreOf(yolo.category_id, ids))
      throw badInput({ fields: { tags: 'These tags belong to another category.' } })
    const tagsNow = () =>
      tx
        .selectFrom('yolo_tags')
        .select('tag_id as tagId')
        .where('yolo_id', '=', yoloId)
        .orderBy('tag_id')
        .execute()
    const before = await tagsNow()
    if (whole)
      await tx
        .deleteFrom('yolo_tags')
        .where('yolo_id', '=', yoloId)
        .where((is) => is.not(is('tag_id', '=', is.fn.any(is.val(ids)))))
        .execute()
    if (ids.length > 0)
      await tx
        .insertInto('yolo_tags')
        .values(ids.map((tag_id) => ({ yolo_id: yoloId, tag_id })))
        .onConflict((conflict) => conflict.columns(['yolo_id', 'tag_id']).doNothing())
        .execute()
    const yoloTags = await tagsNow()
    if (yolo.user_id !== viewer.id)
      await audited(tx, viewer, action, `yolo ${yoloId}`, {
        before,
        after: yoloTags,
        at: clock.now(),
      })
    return { id: yoloId, yoloTags }
  })
}
