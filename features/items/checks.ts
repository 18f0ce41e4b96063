import { sql } from 'kysely'
import { derivedColumnsCheck, type Checks } from '#platform/server/check.ts'

const lock = 'items'
const ofRestaurant = (column: string) =>
  sql`select r.${sql.ref(column)} from restaurants r where r.id = t.restaurant_id`

export const checks: Checks = [
  {
    name: 'item-counts',
    description: 'an item’s votes, yolos and tags are those of counting members',
    violations: sql`
      select i.id from items i join item_counts n on n.id = i.id
       where (i.vote_count, i.yolo_count, i.newest_yolo_at, i.tags)
             is distinct from (n.vote_count, n.yolo_count, n.newest_yolo_at, n.tags)`,
    repair: { lock, set: (ids) => sql`select recount_items(${ids}::integer[])` },
  },
  {
    name: 'item-own-vote',
    description: 'nobody votes for a favorite of their own',
    violations: sql`
      select distinct v.item_id as id from votes v join yolos y on y.item_id = v.item_id and y.user_id = v.user_id`,
    repair: {
      lock,
      set: (ids) => sql`
        delete from votes v using yolos y
         where v.item_id = any (${ids}::integer[]) and y.item_id = v.item_id and y.user_id = v.user_id`,
    },
  },
  {
    name: 'item-listed',
    description:
      'an item is listed exactly while it has a yolo and nothing hides it or its restaurant',
    violations: sql`
      select i.id from items i join restaurants r on r.id = i.restaurant_id
       where i.listed <> (i.yolo_count > 0 and i.hidden_at is null and i.deleted_at is null
                          and r.hidden_at is null and r.deleted_at is null and not r.unconfirmed)
          or i.restaurant_hidden <> (r.hidden_at is not null or r.deleted_at is not null or r.unconfirmed)`,
    repair: {
      lock,
      set: (ids) => sql`
        update items i set restaurant_hidden = (r.hidden_at is not null or r.deleted_at is not null or r.unconfirmed)
          from restaurants r where r.id = i.restaurant_id and i.id = any (${ids}::integer[])`,
    },
  },
  derivedColumnsCheck({
    name: 'item-place',
    description: 'an item is where its restaurant is',
    table: 'items',
    columns: {
      latitude: ofRestaurant('latitude'),
      longitude: ofRestaurant('longitude'),
      cell5: ofRestaurant('cell5'),
    },
  }),
]
