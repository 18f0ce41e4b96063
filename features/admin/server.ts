import { sql, type RawBuilder } from 'kysely'
import manifest from '../../package.json' with { type: 'json' }
import type { OutputOf, ParsedInputOf } from '#platform/contract/call.ts'
import { badInput } from '#platform/contract/failure.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import { isoTimestampSql } from '#platform/server/instant.ts'
import type { Services } from '#platform/server/services.ts'
import * as calls from './contract.ts'
import { auditLog, overview } from './contract.ts'
import { newestFirst, requestedDays, tablePage, withinDaysSql } from './table.server.ts'

export { calls }

type Counts = { members: number; yolos: number; votes: number }
const mostDays = 366

export const handlers = (services: Services) => [
  implementCall(overview, async ({ input }) => {
    const { first, last, timeZone } = await requestedDays(services, input)
    if ((Date.parse(last) - Date.parse(first)) / 86_400_000 >= mostDays)
      throw badInput({ fields: { from: 'At most a year at once.' } })
    // Each day is counted from midnight to midnight, because a day doesn't always have 24 hours.
    const { rows: days } = await sql<Counts & { day: string }>`
      select to_char(day, 'YYYY-MM-DD') as day, ${onDay('users')} as members, ${onDay('yolos')} as yolos,
             ${onDay('votes')} as votes
        from (select day, day at time zone ${timeZone}::text as midnight,
                     (day + interval '1 day') at time zone ${timeZone}::text as next
                from generate_series(${first}::date::timestamp, ${last}::date::timestamp, interval '1 day') day) days
       order by day`.execute(services.database)
    const totals: Counts = { members: 0, yolos: 0, votes: 0 }
    for (const day of days)
      for (const count of Object.keys(totals) as (keyof Counts)[]) totals[count] += day[count]
    return { days, totals, version: manifest.version }
  }),

  implementCall(auditLog, async ({ input }) =>
    tablePage(
      services.database,
      {
        columns: sql<AuditRow>`
          a.id::integer, ${isoTimestampSql('a.at')} as at, a.actor_id as actor, u.user_name as "actorName",
          a.through_id as through, a.action, a.subject, a.before, a.after`,
        from: sql`audit a left join users u on u.id = a.actor_id`,
        where: await auditConditions(services, input),
        texts: [sql`concat_ws(' ', a.action, a.subject, u.user_name, a.before, a.after)`],
        ...newestFirst('audit', 'a', 'at'),
      },
      input,
    ),
  ),
]

const onDay = (table: string) => sql`
  (select count(*)::integer from ${sql.table(table)} t where t.created_at >= days.midnight and t.created_at < days.next)`

type AuditRow = OutputOf<typeof auditLog>['items'][number]

async function auditConditions(
  services: Services,
  input: ParsedInputOf<typeof auditLog>,
): Promise<RawBuilder<boolean>[]> {
  const { actor, subject, from, to } = input
  const conditions: RawBuilder<boolean>[] = []
  // If neither day is given, all rows are searched; if only the last day is given, all rows up to it.
  if (from || to) {
    const days = await requestedDays(services, input)
    conditions.push(withinDaysSql({ ...days, first: from ? days.first : null }, 'a.at'))
  }
  if (actor !== undefined) conditions.push(sql`(a.actor_id = ${actor} or a.through_id = ${actor})`)
  if (subject) conditions.push(sql`a.subject = ${subject}`)
  return conditions
}
