import { sql } from 'kysely'
import type { Checks } from '#platform/server/check.ts'

export const checks: Checks = [
  {
    name: 'item-words',
    description:
      'a dish is found by the words of its name and of its restaurant’s, and by no others',
    violations: sql`
      select i.id from items i join restaurants r on r.id = i.restaurant_id
        left join item_words w on w.item_id = i.id
       where case when i.deleted_at is null
                  then w.words is distinct from item_search_words(
                         search_words(search_fold(i.name)), i.cell5, search_words(r.name_key || ' ' || r.also_key))
                  else w.item_id is not null end`,
    repair: {
      lock: 'items',
      set: (ids) => sql`
        with gone as (
          delete from item_words w using items i
           where i.id = w.item_id and i.id = any (${ids}::integer[]) and i.deleted_at is not null)
        select renew_item_words(${ids}::integer[])`,
    },
  },
]
