import { sql } from 'kysely'
import { badInput } from '#platform/contract/failure.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { requestedDays } from '../days.server.ts'
import { overview } from './overview.contract.ts'

const most = 3660

export const overviewHandlers = (services: Services) => [
  implementCall(overview, async ({ input }) => {
    const { first, last, timeZone } = await requestedDays(services, input)
    if ((Date.parse(last) - Date.parse(first)) / 86_400_000 >= most)
      throw badInput({ fields: { from: 'At most ten years at once.' } })
    // Each day is counted from midnight to midnight, because a day doesn't always have 24 hours. Each count reads an
    // index.
    const { rows: days } = await sql<Counts & { day: string }>`
      select to_char(day, 'YYYY-MM-DD') as day, ${onDay('users')} as members, ${onDay('yolos')} as yolos,
             ${onDay('votes')} as votes,
             ${onDay('item_reports')} + ${onDay('restaurant_reports')} + ${onDay('abuse_reports')} as reports
        from (select day, day at time zone ${timeZone}::text as midnight,
                     (day + interval '1 day') at time zone ${timeZone}::text as next
                from generate_series(${first}::date::timestamp, ${last}::date::timestamp, interval '1 day') day) days
       order by day`.execute(services.database)
    const totals = { members: 0, yolos: 0, votes: 0, reports: 0 }
    for (const day of days)
      for (const what of Object.keys(totals) as (keyof Counts)[]) totals[what] += day[what]
    return { days, totals }
  }),
]

const onDay = (table: string) => sql`
  (select count(*)::integer from ${sql.table(table)} t where t.created_at >= days.midnight and t.created_at < days.next)`

type Counts = { members: number; yolos: number; votes: number; reports: number }
