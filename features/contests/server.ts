import { sql } from 'kysely'
import { transact } from '#platform/server/database/database.ts'
import { implementCall, RawResponse } from '#platform/server/http/handler.ts'
import type { JobQueue } from '#platform/server/jobs/jobs.ts'
import type { Services } from '#platform/server/services.ts'
import { contestAdminHandlers } from './admin.server.ts'
import { entriesSql, listText, readContest, readContests, storeEntries } from './contests.server.ts'
import * as calls from './contract.ts'
import {
  confirmEligibility,
  entryList,
  listContests,
  myContests,
  showContest,
  wrongContestState,
} from './contract.ts'

export { calls }

export const queues = ({ database, clock }: Services): JobQueue[] => [
  {
    name: 'close-contests',
    every: '* * * * *',
    async run() {
      const due = await database
        .selectFrom('contests')
        .select('id')
        .where('list_hash', 'is', null)
        .where('public_value_name', 'is not', null)
        .where('closes_at', '<=', clock.now())
        .execute()
      for (const { id } of due) await transact(database, (tx) => storeEntries(tx, id, clock.now()))
    },
  },
]

type Own = { id: number; entries: number; confirmed: boolean; counts: boolean; won: boolean }

export const handlers = (services: Services) => [
  ...ownHandlers(services),
  ...contestAdminHandlers(services),
]

const ownHandlers = ({ database, clock }: Services) => [
  implementCall(listContests, () => readContests(database, clock.now())),

  implementCall(showContest, ({ input: { id } }) => readContest(database, clock.now(), id)),

  implementCall(entryList, async ({ input: { id } }) => {
    await readContest(database, clock.now(), id)
    return new RawResponse(await listText(database, id), {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-cache',
    })
  }),

  implementCall(myContests, async ({ viewer }) => {
    const { rows } = await sql<Own>`
      select e.contest_id as id, count(*)::integer as entries, bool_or(e.counts) as counts,
             exists (select from contest_confirmations f
                      where f.contest_id = e.contest_id and f.user_id = ${viewer.id}) as confirmed,
             coalesce((select user_id = ${viewer.id} from contest_draws d
                        where d.contest_id = e.contest_id order by k desc limit 1), false) as won
        from ${entriesSql} e where user_id = ${viewer.id} group by contest_id`.execute(database)
    const contests = await readContests(database, clock.now())
    return contests.flatMap((contest) => {
      const own = rows.find(({ id }) => id === contest.id)
      return own ? [{ ...contest, ...own }] : []
    })
  }),

  implementCall(confirmEligibility, async ({ input: { id }, viewer }) => {
    const { state } = await readContest(database, clock.now(), id)
    if (state === 'closed' || state === 'past') throw wrongContestState()
    await database
      .insertInto('contest_confirmations')
      .values({ contest_id: id, user_id: viewer.id })
      .onConflict((same) => same.doNothing())
      .execute()
    return {}
  }),
]
