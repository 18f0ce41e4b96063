import { sql, type RawBuilder } from 'kysely'
import { isoTimestampSql } from '#platform/server/instant.ts'
import type { QueueCase } from './kind.ts'

/** Maximum number of reporters listed per case. The count includes all of them. */
const maxReporters = 20

/** SQL for the cases as a table `a (about, id, round, decision)`. */
export const casesAsSqlTable = (cases: QueueCase[]) =>
  sql`json_to_recordset(${JSON.stringify(cases)}::json) as a (about text, id integer, round integer, decision integer)`

/** SQL for the columns `reason, words, seen` of reports that have none of these. */
export const noReasonColumns = sql`null::text, '', null::text`

/**
 * SQL for a join to reports `r` as `c`, whose `user_id` is null if the report doesn't count. Cases are ordered by those
 * that count, because unverified accounts cost nothing. With `then`, only members who were verified at that moment are
 * joined, so that a case doesn't move to an earlier page when one verifies.
 */
export const joinCountingSql = (
  column: 'user_id' | 'reporter_id',
  then: RawBuilder<Date> | null = null,
) => sql`
  left join reporters_counting() c on c.user_id = ${sql.ref(`r.${column}`)}
       ${then ? sql`and exists (select from users v where v.id = c.user_id and v.email_verified_at <= ${then})` : sql``}`

/**
 * SQL for a lateral join as `o (count, counting, newest, reporters, said)`: the number of reports, how many of them
 * count, the time of the newest one, the reporters (first those whose reports count, then the newest), and a number that
 * is another one if anybody else's report counts or says something else. `reports` is a query of
 * `member, created_at, reason, words, seen`.
 */
export const newestReportersSql = (reports: RawBuilder<unknown>) => sql`(
  select coalesce(max(n.total), 0)::integer as count, coalesce(max(n.counting), 0)::integer as counting,
         max(n.newest) as newest, coalesce(max(n.said), 0)::text as said,
         coalesce(jsonb_agg(jsonb_build_object(
           'userId', n.member, 'userName', n.user_name, 'at', n.at, 'verified', n.verified, 'reason', n.reason,
           'reasonText', null, 'words', n.words, 'seen', n.seen) order by n.counts desc, n.at desc, n.member), '[]') as reporters
    from (select r.member, u.user_name, u.email_verified_at is not null as verified, r.reason, r.words, r.seen,
                 ${isoTimestampSql('r.created_at')} as at, max(${isoTimestampSql('r.created_at')}) over () as newest,
                 c.user_id is not null as counts, count(*) over () as total, count(c.user_id) over () as counting,
                 sum(hashtextextended(jsonb_build_array(r.member, r.reason, r.words, r.seen)::text, 0))
                   filter (where c.user_id is not null) over () as said
            from (${reports}) r (member, created_at, reason, words, seen) join users u on u.id = r.member
            left join reporters_counting() c on c.user_id = r.member
           order by counts desc, r.created_at desc, r.member limit ${maxReporters}) n)`
