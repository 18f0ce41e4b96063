import { sql, type RawBuilder } from 'kysely'
import { recordAudit } from '#domain/audit.ts'
import type { OutputOf } from '#platform/contract/call.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { requestedDays } from '../days.ts'
import { isoTimestamp } from '#platform/server/instant.ts'
import { inDays, afterCursor, pageOf, cursorOf } from '../pages.server.ts'
import { auditLog, noteExport } from './audit.contract.ts'

const pageSize = 200

export const auditHandlers = ({ database, clock }: Services) => [
  implementCall(auditLog, async ({ input }) => {
    const { actor, subject, action, from, to } = input
    const conditions = [afterCursor(input.cursor, 'a.at', 'a.id')]
    // Without any day, all rows are searched; without the first day, all rows up to the last day.
    if (from || to) {
      const days = requestedDays(input, clock.now())
      conditions.push(inDays({ ...days, first: from ? days.first : null }, 'a.at'))
    }
    if (actor !== undefined)
      conditions.push(sql`(a.actor_id = ${actor} or a.through_id = ${actor})`)
    if (subject) conditions.push(whole('a.subject', ' ', subject))
    if (action) conditions.push(whole('a.action', '.', action))
    const { rows } = await sql<OutputOf<typeof auditLog>['rows'][number] & { place: string }>`
      select a.id::integer, ${isoTimestamp('a.at')} as at, a.actor_id as actor, u.user_name as "actorName",
             a.through_id as through, a.action, a.subject, a.before, a.after, ${cursorOf('a.at', 'a.id')} as place
        from audit a left join users u on u.id = a.actor_id
       where ${sql.join(conditions, sql` and `)}
       order by a.at desc, a.id desc limit ${pageSize + 1}`.execute(database)
    const { page, cursor } = pageOf(rows, pageSize)
    return { rows: page, cursor }
  }),

  implementCall(noteExport, async ({ input: { name, rows }, viewer }) => {
    const at = clock.now()
    const change = { before: {}, after: { name, rows }, at }
    await recordAudit(database, viewer, 'table.export', `rows ${rows}`, change)
    return {}
  }),
]

/** Matches the whole value if `typed` contains the separator; otherwise only the part before the first separator. */
const whole = (column: string, separator: string, typed: string): RawBuilder<boolean> =>
  typed.includes(separator)
    ? sql`${sql.ref(column)} = ${typed}`
    : sql`split_part(${sql.ref(column)}, ${sql.lit(separator)}, 1) = ${typed}`
