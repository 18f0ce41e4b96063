import { sql } from 'kysely'
import { transact } from '#platform/server/database/database.ts'
import { implementCall, RawResponse } from '#platform/server/http/handler.ts'
import type { JobQueue } from '#platform/server/jobs/jobs.ts'
import type { Services } from '#platform/server/services.ts'
import { contestAdminHandlers } from './admin.server.ts'
import {
  entriesSql,
  listText,
  memberCountsSql,
  readContest,
  readContests,
  storeEntries,
} from './contests.server.ts'
import * as calls from './contract.ts'
import {
  contestClosed,
  contestNotClosed,
  declareEligibility,
  entryList,
  listContests,
  myContests,
  showContest,
} from './contract.ts'

export { calls }

/** Closes the contests that are due, each in its own transaction. */
async function closeDueContests({ database, clock }: Services): Promise<void> {
  const due = await database
    .selectFrom('contests')
    .select('id')
    .where('closed_at', 'is', null)
    .where('closes_at', '<=', clock.now())
    .execute()
  for (const { id } of due) await transact(database, (tx) => storeEntries(tx, id, clock.now()))
}

export const queues = (services: Services): JobQueue[] => [
  { name: 'close-contests', every: '* * * * *', run: () => closeDueContests(services) },
]

export const handlers = (services: Services) => [
  ...publicHandlers(services),
  ...memberHandlers(services),
  ...contestAdminHandlers(services),
]

const publicHandlers = ({ database, clock }: Services) => [
  implementCall(listContests, () => readContests(database, clock.now())),

  implementCall(showContest, ({ input: { id } }) => readContest(database, clock.now(), id)),

  implementCall(entryList, async ({ input: { id } }) => {
    const { listHash } = await readContest(database, clock.now(), id)
    if (listHash === null) throw contestNotClosed()
    return new RawResponse(await listText(database, id), {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-cache',
    })
  }),
]

const memberHandlers = ({ database, clock }: Services) => [
  implementCall(myContests, async ({ viewer }) => {
    const { rows } = await sql<{
      id: number
      entries: number
      eligible: boolean | null
      memberCounts: boolean
      near: boolean
      won: boolean
    }>`
      select c.id, f.eligible, ${memberCountsSql} as "memberCounts", coalesce(e.entries, 0) as entries,
             coalesce(miles_between(c.latitude, c.longitude, u.latitude, u.longitude) <= c.miles, false) as near,
             coalesce(d.user_id = u.id, false) as won
        from contests c
        join users u on u.id = ${viewer.id}
        left join contest_confirmations f on f.contest_id = c.id and f.user_id = u.id
        left join (select contest_id, count(*)::integer as entries from ${entriesSql} e
                    where user_id = ${viewer.id} group by contest_id) e on e.contest_id = c.id
        left join lateral (select user_id from contest_draws where contest_id = c.id order by k desc limit 1) d on true`.execute(
      database,
    )
    const byId = new Map(rows.map((row) => [row.id, row]))
    return (await readContests(database, clock.now())).flatMap((contest) => {
      const { near, ...mine } = byId.get(contest.id)!
      const isHere = contest.state === 'open' && near
      return isHere || mine.entries > 0 || mine.won
        ? [{ ...contest, ...mine, areaName: contest.area.name }]
        : []
    })
  }),

  implementCall(declareEligibility, async ({ input: { id, eligible }, viewer }) => {
    const { state } = await readContest(database, clock.now(), id)
    if (state === 'closed' || state === 'past') throw contestClosed()
    await database
      .insertInto('contest_confirmations')
      .values({ contest_id: id, user_id: viewer.id, eligible })
      .onConflict((same) => same.columns(['contest_id', 'user_id']).doUpdateSet({ eligible }))
      .execute()
    return { id, eligible }
  }),
]
