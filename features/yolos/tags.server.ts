import { mayEditYoloOf } from '#features/accounts/roles.ts'
import type { ParsedInputOf } from '#platform/contract/call.ts'
import { badInput, notYours } from '#platform/contract/failure.ts'
import { transact } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { yoloNotFound, type addMoreTags } from './contract.ts'
import { tagsOf } from '#features/categories/tags.data.ts'

export function tagsAreOf(categoryId: number, ids: number[]): boolean {
  const its = new Set(tagsOf(categoryId).map(({ id }) => id))
  return ids.every((id) => its.has(id))
}

/** Adds tags to the member's own yolo; an admin's help to another's leaves an audit row. */
export function addTags(
  { database, clock }: Services,
  viewer: Viewer,
  { yoloId, tags }: ParsedInputOf<typeof addMoreTags>,
) {
  const ids = [...new Set(tags.map(({ tagId }) => tagId))]
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
    if (ids.length > 0)
      await tx
        .insertInto('yolo_tags')
        .values(ids.map((tag_id) => ({ yolo_id: yoloId, tag_id })))
        .onConflict((conflict) => conflict.columns(['yolo_id', 'tag_id']).doNothing())
        .execute()
    const yoloTags = await tagsNow()
    if (yolo.user_id !== viewer.id)
      await tx
        .insertInto('audit')
        .values({
          at: clock.now(),
          actor_id: viewer.id,
          through_id: viewer.through,
          action: 'yolo.add-tags',
          subject: `yolo ${yoloId}`,
          before: JSON.stringify(before),
          after: JSON.stringify(yoloTags),
        })
        .execute()
    return { id: yoloId, yoloTags }
  })
}
