import { sql } from 'kysely'
import { specialUserId } from '#domain/vocabulary/roles.ts'
import { derivedColumnsCheck, type Checks } from '#platform/server/check.ts'

export const checks: Checks = [
  {
    name: 'yolo-quota',
    description: 'a member’s favourites of dishes that aren’t deleted take slots of their own',
    violations: sql`
      select y.id from yolos y join items i on i.id = y.item_id join restaurants r on r.id = i.restaurant_id
       where y.slot is null and y.user_id <> ${sql.lit(specialUserId)} and i.deleted_at is null and r.deleted_at is null`,
  },
  {
    name: 'yolo-tags-fit',
    description: 'a favourite’s tags are of its category',
    violations: sql`
      select distinct y.id from yolos y join yolo_tags t on t.yolo_id = y.id join tags on tags.id = t.tag_id
       where tags.category_id <> y.category_id`,
    repair: {
      lock: 'yolos',
      set: (ids) => sql`
        delete from yolo_tags t using yolos y, tags
         where y.id = any (${ids}::integer[]) and t.yolo_id = y.id and tags.id = t.tag_id and tags.category_id <> y.category_id`,
    },
  },
  // The category needs no check, because a foreign key ties a yolo's category to its item's.
  derivedColumnsCheck({
    name: 'yolo-place',
    description: 'a favourite is in its item’s cell',
    table: 'yolos',
    columns: { cell5: sql`select i.cell5 from items i where i.id = t.item_id` },
  }),
]
