import { sql } from 'kysely'
import type { Checks } from '#platform/server/check.ts'

export const checks: Checks = [
  {
    name: 'contest-entries',
    description: 'an open contest’s entries are its yolos and their photos',
    violations: sql`
      select coalesce(e.id, d.yolo_id) as id
        from (select e.* from contest_entries e join contests c on c.id = e.contest_id where c.closed_at is null) e
        full join contest_entries_due() d using (contest_id, user_id, yolo_id, n) where e.id is null or d.n is null`,
  },
  {
    name: 'contest-list-frozen',
    description: 'a closed contest’s list of entries is the one whose hash was published',
    violations: sql`
      select id from contests where entries is not null
         and (closed_at is null or list_hash <> encode(sha256(convert_to(array_to_string(entries, ','), 'UTF8')), 'hex'))`,
  },
]
