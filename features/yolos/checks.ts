import { sql } from 'kysely'
import type { Checks } from '#platform/server/check.ts'

export const checks: Checks = [
  {
    name: 'yolo-quota',
    description: 'a member keeps at most three favourites in a category, in slots of their own',
    violations: sql`
      select user_id as id from yolos where user_id <> 20
       group by user_id, category_id having count(*) > 3 or count(distinct slot) <> count(*)`,
  },
  {
    name: 'yolo-count',
    description: 'an item’s yolos are its rows, the newest the newest',
    violations: sql`
      select i.id from items i left join yolos y on y.item_id = i.id group by i.id
      having i.yolo_count <> count(y.id) or i.newest_yolo_at is distinct from max(y.created_at)`,
    repair: {
      lock: 'items',
      set: (ids) => sql`
        update items i set yolo_count = (select count(*) from yolos y where y.item_id = i.id),
               newest_yolo_at = (select max(created_at) from yolos y where y.item_id = i.id)
         where id = any (${ids}::integer[])`,
    },
  },
  {
    name: 'yolo-weight',
    description: 'an item ranks by its yolos that count, and the newest of them',
    violations: sql`
      select i.id from items i left join yolos y on y.item_id = i.id and y.counted group by i.id
      having i.counted_yolos <> count(y.id) or i.newest_counted_at <> coalesce(max(y.created_at), 'epoch')`,
    repair: {
      lock: 'items',
      set: (ids) => sql`
        update items i set counted_yolos = (select count(*) from yolos y where y.item_id = i.id and y.counted),
               newest_counted_at = coalesce((select max(created_at) from yolos y where y.item_id = i.id and y.counted), 'epoch')
         where id = any (${ids}::integer[])`,
    },
  },
  {
    name: 'yolo-tags-gathered',
    description: 'an item’s tags are its yolos’ tags',
    violations: sql`
      select i.id from items i
       where i.tags <> (select coalesce(array_agg(distinct t.tag_id::integer order by t.tag_id::integer), '{}')
                          from yolos y join yolo_tags t on t.yolo_id = y.id where y.item_id = i.id)`,
    repair: {
      lock: 'items',
      set: (ids) => sql`update items set tags = item_tags(id) where id = any (${ids}::integer[])`,
    },
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
  {
    name: 'yolo-place',
    description: 'a favourite is in its item’s category and cell',
    violations: sql`
      select y.id from yolos y join items i on i.id = y.item_id where y.category_id <> i.category_id or y.cell5 <> i.cell5`,
    repair: {
      lock: 'yolos',
      set: (ids) => sql`
        update yolos y set cell5 = i.cell5 from items i where i.id = y.item_id and y.id = any (${ids}::integer[])`,
    },
  },
]
