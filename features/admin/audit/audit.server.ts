import { sql, type RawBuilder } from 'kysely'
import { recordAudit } from '#domain/audit.ts'
import type { OutputOf, ParsedInputOf } from '#platform/contract/call.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { requestedDays } from '../days.server.ts'
import { isoTimestampSql } from '#platform/server/instant.ts'
import { withinDaysSql } from '../pages.server.ts'
import { caseInsensitiveSql, newestFirst, tablePage, type TableList } from '../table-page.server.ts'
import { auditLog, recordExport } from './audit.contract.ts'

type Row = OutputOf<typeof auditLog>['items'][number]
type Asked = ParsedInputOf<typeof auditLog>
type Sort = NonNullable<Asked['sort']>

export const auditHandlers = (services: Services) => [
  implementCall(auditLog, async ({ input }) =>
    tablePage(services.database, entries(await conditions(services, input)), input),
  ),

  implementCall(recordExport, async ({ input: { name, rows }, viewer }) => {
    const { database, clock } = services
    const at = clock.now()
    const change = { before: {}, after: { name, rows }, at }
    await recordAudit(database, viewer, 'table.export', `rows ${rows}`, change)
    return {}
  }),
]

const entries = (where: RawBuilder<boolean>[]): TableList<Row, Sort, string> => ({
  columns: sql`
    a.id::integer, ${isoTimestampSql('a.at')} as at, a.actor_id as actor, u.user_name as "actorName",
    a.through_id as through, a.action, a.subject, a.before, a.after`,
  from: sql`audit a left join users u on u.id = a.actor_id`,
  where,
  texts: [sql`a.action`, sql`a.subject`, sql`u.user_name`, sql`a.before::text`, sql`a.after::text`],
  sorts: {
    at: sql`a.at`,
    actor: caseInsensitiveSql('u.user_name'),
    action: sql`a.action`,
    subject: sql`a.subject`,
  },
  id: sql`a.id`,
  own: newestFirst('a.at', 'a.id'),
})

async function conditions(services: Services, asked: Asked): Promise<RawBuilder<boolean>[]> {
  const { actor, subject, action, from, to } = asked
  const found: RawBuilder<boolean>[] = []
  // If neither day is given, all rows are searched; if only the last day is given, all rows up to it.
  if (from || to) {
    const days = await requestedDays(services, asked)
    found.push(withinDaysSql({ ...days, first: from ? days.first : null }, 'a.at'))
  }
  if (actor !== undefined) found.push(sql`(a.actor_id = ${actor} or a.through_id = ${actor})`)
  if (subject) found.push(whole('a.subject', ' ', subject))
  if (action) found.push(whole('a.action', '.', action))
  return found
}

/**
 * SQL condition: the column's value equals `typed` or, if `typed` doesn't contain the separator, the part of the value
 * before its first separator does.
 */
const whole = (column: string, separator: string, typed: string): RawBuilder<boolean> =>
  typed.includes(separator)
    ? sql`${sql.ref(column)} = ${typed}`
    : sql`split_part(${sql.ref(column)}, ${sql.lit(separator)}, 1) = ${typed}`
