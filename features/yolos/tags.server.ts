import { sql } from 'kysely'
import { tagsOf } from '#domain/vocabulary/tags.data.ts'
import { badInput } from '#platform/contract/failure.ts'
import { preparedStatementComment } from '#platform/server/database/database.ts'
import type { Tx } from '#platform/server/services.ts'

/** Throws if a tag doesn't belong to the category. */
export function checkTags(categoryId: number, tags: number[]): void {
  const allowed = new Set(tagsOf(categoryId).map(({ id }) => id))
  if (!tags.every((tag) => allowed.has(tag)))
    throw badInput({ fields: { tags: 'These tags belong to another category.' } })
}

/** Adds tags to a yolo. Tags that it already has are ignored. */
export async function addTags(tx: Tx, yoloId: number, tags: number[]): Promise<void> {
  if (tags.length === 0) return
  await sql`
    ${preparedStatementComment} insert into yolo_tags (yolo_id, tag_id)
    select distinct ${yoloId}::integer, unnest(${tags}::integer[]) on conflict do nothing`.execute(
    tx,
  )
}

/** Removes all tags of a yolo except these. */
export const removeOtherTags = (tx: Tx, yoloId: number, tags: number[]) =>
  sql`delete from yolo_tags where yolo_id = ${yoloId} and tag_id <> all (${tags}::integer[])`.execute(
    tx,
  )
