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
  // The category needs no check, because a foreign key ties a yolo's category to its item's.
  derivedColumnsCheck({
    name: 'yolo-place',
    description: 'a favourite is in its item’s cell',
    table: 'yolos',
    columns: { cell5: sql`select i.cell5 from items i where i.id = t.item_id` },
  }),
]
