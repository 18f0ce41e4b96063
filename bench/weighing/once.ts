import { sql } from 'kysely'
import { runWeighing } from '../../features/trust/weigh.server.ts'
import { createDatabase, openPool } from '../../platform/server/database/database.ts'
import { openLog } from '../../platform/server/log.ts'
import { systemClock } from '../../platform/server/services.ts'

type Round = { what: string; seconds: number; before: number; peak: number }
export type Weighed = { votes: number; rounds: Round[] }

// The pool has the time limits of the site's own jobs, so that a statement that takes long fails.
const log = openLog('error')
const database = createDatabase(openPool({ url: process.argv[2]!, max: 4, log }))
const services = { database, clock: systemClock, log }
const resident = () => process.memoryUsage.rss() / 2 ** 20

async function round(what: string, work: () => Promise<unknown>): Promise<Round> {
  global.gc!()
  const before = resident()
  let peak = before
  const watch = setInterval(() => (peak = Math.max(peak, resident())), 20)
  const begun = performance.now()
  await work().finally(() => clearInterval(watch))
  return { what, seconds: (performance.now() - begun) / 1000, before, peak }
}

const { rows } = await sql<{ votes: number }>`
  select count(*)::integer as votes from votes`.execute(database)
const rounds = [
  await round('all', () => runWeighing(services, true)),
  await round('all, by their time', async () => {
    await sql`update weighed set until = '2000-01-01'`.execute(database)
    await runWeighing(services)
  }),
]
process.send!({ votes: rows[0]!.votes, rounds } satisfies Weighed)
await database.destroy()
