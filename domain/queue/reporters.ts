import { sql, type RawBuilder } from 'kysely'
import { isoTimestampSql } from '#platform/server/instant.ts'
import type { QueueCase } from './kind.ts'

/** Maximum number of reporters listed per case, the newest first. The count includes all of them. */
const maxReporters = 20

/** SQL for the cases as a table `a (about, id, round, decision)`. */
export const casesAsSqlTable = (cases: QueueCase[]) =>
  sql`json_to_recordset(${JSON.stringify(cases)}::json) as a (about text, id integer, round integer, decision integer)`

/** SQL for the columns `reason, words, seen` of reports that have none of these. */
export const noReasonColumns = sql`null::text, '', null::text`

/**
 * SQL for a lateral join as `o (count, newest, reporters)`: the number of reports, the time of the newest one, and the
 * newest reporters. `reports` is a query of `member, created_at, reason, words, seen`.
 */
export const newestReportersSql = (reports: RawBuilder<unknown>) => sql`(
  select coalesce(max(n.total), 0)::integer as count, max(n.at) as newest,
         coalesce(jsonb_agg(jsonb_build_object(
           'userId', n.member, 'userName', n.user_name, 'at', n.at, 'verified', n.verified, 'reason', n.reason,
           'reasonText', null, 'words', n.words, 'seen', n.seen) order by n.at desc, n.member), '[]') as reporters
    from (select r.member, u.user_name, u.email_verified_at is not null as verified, r.reason, r.words, r.seen,
                 ${isoTimestampSql('r.created_at')} as at, count(*) over () as total
            from (${reports}) r (member, created_at, reason, words, seen) join users u on u.id = r.member
           order by r.created_at desc, r.member limit ${maxReporters}) n)`
