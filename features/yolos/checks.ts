import { sql } from 'kysely'
import { specialUserId } from '#domain/vocabulary/roles.ts'
import type { Checks } from '#platform/server/check.ts'

export const checks: Checks = [
  {
    name: 'yolo-quota',
    description: 'a member’s favorites of dishes that aren’t deleted take slots of their own',
    violations: sql`
      select y.id from yolos y join items i on i.id = y.item_id join restaurants r on r.id = i.restaurant_id
       where y.slot is null and y.user_id <> ${sql.lit(specialUserId)} and i.deleted_at is null and r.deleted_at is null`,
  },
]
