import { sql } from 'kysely'
import { derivedColumnsCheck, type Checks } from '#platform/server/check.ts'

export const checks: Checks = [
  {
    name: 'yolo-quota',
    description: 'a member keeps at most three favourites in a category, in slots of their own',
    violations: sql`
      select user_id as id from yolos where user_id <> 20
       group by user_id, category_id having count(*) > 3 or count(distinct slot) <> count(*)`,
  },
  derivedColumnsCheck({
    name: 'yolo-count',
    description: 'an item’s yolos are its rows, the newest the newest',
    table: 'items',
    columns: {
      yolo_count: sql`select count(*) from yolos y where y.item_id = t.id`,
      newest_yolo_at: sql`select max(y.created_at) from yolos y where y.item_id = t.id`,
    },
  }),
  derivedColumnsCheck({
    name: 'yolo-weight',
    description: 'an item ranks by its yolos that count, and the newest of them',
    table: 'items',
    columns: {
      counted_yolos: sql`select count(*) from yolos y where y.item_id = t.id and y.counted`,
      newest_counted_at: sql`
        select coalesce(max(y.created_at), 'epoch') from yolos y where y.item_id = t.id and y.counted`,
    },
  }),
  derivedColumnsCheck({
    name: 'yolo-tags-gathered',
    description: 'an item’s tags are its yolos’ tags that count',
    table: 'items',
    columns: { tags: sql`item_tags(t.id)` },
  }),
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
