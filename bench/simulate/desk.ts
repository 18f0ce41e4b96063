import { nextDecisionNumber } from '../../domain/decisions.ts'
import { decideCluster } from '../../features/trust/decisions/decide.server.ts'
import { transact } from '../../platform/server/database/database.ts'
import type { Database, Services } from '../../platform/server/services.ts'
import { sql } from 'kysely'
import type { Random } from '../centres.ts'
import { day } from './model.ts'

const perDay = 20
const wrong = 0.1

/**
 * Simulates an admin who once a day decides on clusters that have waited for 24 hours, the most suspicious first, and
 * is wrong in one of ten cases.
 */
export async function desk(services: Pick<Services, 'database' | 'clock'>, random: Random) {
  const now = services.clock.now()
  const waiting = await openClusters(services.database, new Date(now.getTime() - day), perDay)
  for (const { id } of waiting) {
    const { rows } = await sql<{ guilty: boolean }>`
      select count(*) filter (where p.who = 'attacker') * 2 > count(*) as guilty
        from suspect_members s left join simulated.people p on p.id = s.user_id where s.suspect_id = ${id}`.execute(
      services.database,
    )
    const right = random() >= wrong
    const decision = rows[0]!.guilty === right ? 'hold' : 'clear'
    await transact(services.database, async (tx) => {
      const at = services.clock.now()
      const members = await decideCluster(tx, { id, decision, by: 514, reason: 'Looked at.' }, at)
      if (members === null) return
      // A cluster that is closed without a recorded decision opens again.
      await sql`
        insert into report_decisions (kind, subject, round, decision, reason, actor_id, decided_at)
        values ('suspects', ${`cluster ${id}`}, ${nextDecisionNumber(`cluster ${id}`)},
                ${decision === 'hold' ? 'remove' : 'dismiss'}, 'Looked at.', 514, ${at})`.execute(
        tx,
      )
    })
  }
}

/**
 * Returns clusters that have waited for an admin at least since this time, the most suspicious first. Leaves out those
 * whose members are all held by the rule already.
 */
async function openClusters(database: Database, since: Date, limit: number) {
  const { rows } = await sql<{ id: number }>`
    select s.id from suspects s where s.closed_at is null and s.found_at <= ${since}
       and exists (select from suspect_members m join users u on u.id = m.user_id
                    where m.suspect_id = s.id and not m.beside and u.held_at is null)
     order by s.score desc, s.id limit ${limit}`.execute(database)
  return rows
}
