import { decideCluster, openClusters } from '../../features/trust/decide.server.ts'
import type { Services } from '../../platform/server/services.ts'
import { sql } from 'kysely'
import type { Random } from '../centres.ts'
import { day } from './model.ts'

const perDay = 20
const wrong = 0.1

/** An admin who looks once a day at what has waited for 24 hours, the most suspicious first, and is wrong once in ten. */
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
    await decideCluster(services, {
      id,
      decision: rows[0]!.guilty === right ? 'hold' : 'clear',
      by: 514,
      reason: 'Looked at.',
    })
  }
}
