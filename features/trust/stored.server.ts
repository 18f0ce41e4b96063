import { sql } from 'kysely'
import { letGoByAdminSql } from '#domain/holds.ts'
import type { Database } from '#platform/server/services.ts'
import type { FoundCluster } from './clusters.server.ts'

/**
 * Returns whether a cluster is open or decided and stored just as it was found, and all whom the rule holds with it are
 * held or were let go by an admin, so that storing it would change nothing. A member who acts at hundreds of restaurants
 * touches a cluster at each of them, and storing one locks all its members.
 */
export async function isStored(
  database: Database,
  { key, score, reasons, lastAct, networks, verdict, members, beside }: FoundCluster,
): Promise<boolean> {
  const { rows } = await sql`
    select from suspects s
     where s.key = ${key} and s.score = ${score}::real and s.reasons = ${JSON.stringify(reasons)}::jsonb
       and s.last_act = ${lastAct} and s.networks >= ${networks} and (s.by_rule or ${verdict !== 'rule'})
       and (s.closed_at is null
            or exists (select from report_decisions d where d.subject = 'cluster ' || s.id
                          and d.restored_at is null and d.decided_at = s.closed_at))
       and (select count(*) filter (where m.user_id = any (${members}::integer[]) and not m.beside
                                      and (u.held_at is not null or ${verdict !== 'rule'} or ${letGoByAdminSql('u.id')})) = ${members.length}
               and count(*) filter (where m.user_id = any (${beside}::integer[]) and m.beside) = ${beside.length}
              from suspect_members m join users u on u.id = m.user_id where m.suspect_id = s.id)`.execute(
    database,
  )
  return rows.length > 0
}
