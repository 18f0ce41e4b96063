import { sql, type RawBuilder } from 'kysely'
import { isoTimestampSql } from '#platform/server/instant.ts'
import type { QueueCase } from './kind.ts'

/**
 * Maximum number of reports listed per case, the newest of each reporter first. The count includes the reporters of all
 * of them.
 */
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
 * SQL for a lateral join as `o (count, counting, newest, reporters, said)`: how many members report, how many of them
 * count, the time of the newest report, the reports (first those that count, then the newest), and a number that is
 * another one if anybody else's report counts or says something else. `reports` is a query of
 * `member, created_at, reason, words, seen`, which may have several of one member.
 */
export const newestReportersSql = (reports: RawBuilder<unknown>) => sql`(
  with r as (
    select r.*, u.user_name, u.email_verified_at is not null as verified, ${isoTimestampSql('r.created_at')} as at,
           c.user_id is not null as counts
      from (${reports}) r (member, created_at, reason, words, seen) join users u on u.id = r.member
      left join reporters_counting() c on c.user_id = r.member),
  nth as (select *, row_number() over (partition by member order by created_at desc) as nth from r),
  n as (select * from nth order by counts desc, nth, created_at desc, member limit ${maxReporters})
  select count(distinct member)::integer as count, count(distinct member) filter (where counts)::integer as counting,
         max(at) as newest,
         coalesce(sum(hashtextextended(jsonb_build_array(member, reason, words, seen)::text, 0)) filter (where counts), 0)::text as said,
         (select coalesce(jsonb_agg(jsonb_build_object(
            'userId', n.member, 'userName', n.user_name, 'at', n.at, 'verified', n.verified, 'reason', n.reason,
            'reasonText', null, 'words', n.words, 'seen', n.seen) order by n.counts desc, n.at desc, n.member), '[]')
            from n) as reporters
    from r)`
