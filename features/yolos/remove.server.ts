import { sql } from 'kysely'
import { removalUndoFor } from '#domain/removed.ts'
import type { Tx } from '#platform/server/services.ts'
import { favouriteColumnNamesSql } from './favourite-columns.server.ts'

/** How long a deletion can be undone, in milliseconds. The toast that offers to undo it disappears much sooner. */
export const undoPeriod = 10 * 60 * 1000

/** Deletes the viewer's own yolo and stores what is needed to restore it within `undoPeriod`. */
export const removeYolo = (tx: Tx, viewer: { id: number }, yoloId: number, now: Date) =>
  removeYolos(tx, viewer, [yoloId], new Date(now.getTime() + undoPeriod), null)

/** Deletes another member's yolo, of which they are told for as long as it can be restored. */
export const removeYoloOfOther = (tx: Tx, viewer: { id: number }, yoloId: number, now: Date) =>
  removeYolos(tx, viewer, [yoloId], new Date(now.getTime() + removalUndoFor), null)

/**
 * Deletes many yolos, which can be restored until `due`. `removedWith` is the audit subject of the restaurant or item
 * with which they are deleted, or null.
 */
export async function removeYolos(
  tx: Tx,
  viewer: { id: number },
  yoloIds: number[],
  due: Date,
  removedWith: string | null,
): Promise<void> {
  await sql`
    insert into deleted_yolos
      (id, user_id, deleted_by, item_id, ${favouriteColumnNamesSql()}, tags, photo, created_at, moved_at, due, removed_with)
    select y.id, y.user_id, ${viewer.id}, y.item_id, ${favouriteColumnNamesSql('y')},
           coalesce((select array_agg(t.tag_id) from yolo_tags t where t.yolo_id = y.id), '{}'),
           (select to_jsonb(p) from photos p where p.yolo_id = y.id), y.created_at, y.moved_at,
           ${due}, ${removedWith}
      from yolos y where y.id = any (${yoloIds}::integer[])`.execute(tx)
  // The triggers `yolos_deleted` and `yolos_deleted_leave` update counts and contest entries.
  await sql`delete from yolos where id = any (${yoloIds}::integer[])`.execute(tx)
  await sql`
    update stray_photos set due = ${due}
     where name in (select photo ->> 'name' from deleted_yolos where id = any (${yoloIds}::integer[]))`.execute(
    tx,
  )
}
