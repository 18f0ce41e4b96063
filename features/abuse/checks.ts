import { sql } from 'kysely'
import type { Checks } from '#platform/server/check.ts'

const standing = (yolo: string, kind: 'text' | 'photo') => sql`
  exists (select from takedowns t where t.yolo_id = ${sql.ref(yolo)} and t.kind = ${sql.lit(kind)} and t.restored_at is null)`

export const checks: Checks = [
  {
    name: 'yolo-taken-down',
    description: 'a text or photo that is taken down is out of sight, and no other',
    violations: sql`
      select y.id from yolos y where y.text_down <> ${standing('y.id', 'text')} or y.photo_down <> ${standing('y.id', 'photo')}`,
    repair: {
      lock: 'yolos',
      set: (ids) => sql`
        update yolos y set text_down = ${standing('y.id', 'text')}, photo_down = ${standing('y.id', 'photo')}
         where id = any (${ids}::integer[])`,
    },
  },
  {
    name: 'member-taken-down',
    description: 'a member who is taken down is out of sight, and no other',
    violations: sql`
      select u.id from users u
       where u.hidden <> (u.disabled_at is not null or u.suspended_at is not null)
          or (u.suspended_at is not null) <> exists (
               select from takedowns t where t.member_id = u.id and t.kind = 'member' and t.restored_at is null)`,
    repair: {
      lock: 'users',
      set: (ids) => sql`
        update users u set suspended_at = (
          select min(created_at) from takedowns t where t.member_id = u.id and t.kind = 'member' and t.restored_at is null)
         where id = any (${ids}::integer[])`,
    },
  },
]
