import { sql } from 'kysely'
import { kindOf, recordsOf } from '#domain/decisions.ts'
import { reporterNotHeld } from '#domain/holds.ts'
import { photoHidden, shown } from '#domain/visible.ts'
import { imageOf } from '#features/photos/names.ts'
import type { OutputOf } from '#platform/contract/call.ts'
import type { Database } from '#platform/server/services.ts'
import type { adminQueue } from './contract.ts'
import type { Place } from './list.server.ts'

export type Row = OutputOf<typeof adminQueue>['items'][number]
type Reporter = Row['reporters'][number]
type Found = Place &
  Pick<Row, 'restaurantName' | 'text' | 'image' | 'hidden' | 'count' | 'newest'> & {
    /** Null where what it was about is gone for good. */
    name: string | null
    itemId: number | null
    memberId: number | null
    memberName: string | null
    reporters: Omit<Reporter, 'confirmed' | 'dismissed'>[]
    made: 'remove' | 'dismiss' | null
    reason: string
    decidedAt: string
    by: string | null
  }

/** So many reporters of one thing are told; all are counted. */
const maxReporters = 20

const instant = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const nothing = sql`null::text, '', null::text`
/** Each report of a place: those that count and nobody decided, or those of its decision. */
const reports = (decided: boolean) => {
  const standing = decided
    ? [
        sql`r.decision_id = a.decision`,
        sql`r.decision_id = a.decision`,
        sql`r.decision_id = a.decision`,
      ]
    : [
        sql`r.item_id = a.id and r.cleared_at is null and r.decision_id is null and ${reporterNotHeld('user_id')}`,
        sql`r.restaurant_id = a.id and r.cleared_at is null and r.decision_id is null and ${reporterNotHeld('user_id')}`,
        sql`r.kind = a.about and r.closed_at is null and ${reporterNotHeld('reporter_id')}
            and case when a.about = 'member' then r.yolo_id is null else true end`,
      ]
  const ofYolo = decided ? sql`` : sql`and r.yolo_id = a.id`
  const ofMember = decided ? sql`` : sql`and r.member_id = a.id`
  return sql`
    select r.user_id as who, r.created_at, ${nothing} from item_reports r where a.about = 'item' and ${standing[0]}
    union all
    select r.user_id, r.created_at, ${nothing} from restaurant_reports r where a.about = 'restaurant' and ${standing[1]}
    union all
    select r.reporter_id, r.created_at, r.reason, r.words, r.seen from abuse_reports r
     where a.about in ('text', 'photo') and ${standing[2]} ${ofYolo}
    union all
    select r.reporter_id, r.created_at, r.reason, r.words, r.seen from abuse_reports r
     where a.about = 'member' and ${standing[2]} ${ofMember}
    union all
    select c.user_id, coalesce(m.first_at, c.added_at), ${nothing}
      from suspect_members c left join member_acts m on m.user_id = c.user_id
     where a.about = 'cluster' and c.suspect_id = a.id`
}

async function found(database: Database, places: Place[], decided: boolean): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select a.about, a.id, a.round, a.decision,
           case a.about when 'member' then m.user_name when 'restaurant' then p.name when 'place' then p.name
                        when 'cluster' then ${clusterName} else i.name end as name,
           case when a.about not in ('member', 'cluster', 'place') then p.name end as "restaurantName",
           case when a.about in ('text', 'photo') then i.id end as "itemId",
           m.id as "memberId", m.user_name as "memberName",
           case a.about when 'text' then y.description when 'member' then m.bio
                        when 'cluster' then (select string_agg(r ->> 'words', '. ') from jsonb_array_elements(s.reasons) r)
                        when 'place' then told.text end as text,
           case when a.about = 'photo' and not ${photoHidden(null, 'y')} and ${shown('m')} then f.name end as image,
           case a.about when 'item' then i.hidden_at is not null when 'restaurant' then p.hidden_at is not null
                        when 'place' then p.hidden_at is not null
                        when 'cluster' then s.by_rule
                        else false end as hidden,
           o.count + told.count as count, coalesce(o.newest, told.newest) as newest, o.reporters, d.decision as made, d.reason,
           ${instant('d.decided_at')} as "decidedAt", w.user_name as by
      from json_to_recordset(${JSON.stringify(places.map((place, n) => ({ ...place, n })))}::json)
             as a (about text, id integer, round integer, decision integer, n integer)
      left join yolos y on a.about in ('text', 'photo') and y.id = a.id
      left join items i on i.id = case when a.about = 'item' then a.id else y.item_id end
      left join suspects s on a.about = 'cluster' and s.id = a.id
      left join restaurants p on p.id = case a.about when 'restaurant' then a.id when 'place' then a.id when 'cluster' then s.restaurant_id
                                                     else i.restaurant_id end
      left join users m on m.id = case when a.about = 'member' then a.id else y.user_id end
      left join photos f on a.about = 'photo' and f.yolo_id = y.id
      left join report_decisions d on d.id = a.decision
      left join users w on w.id = d.actor_id
      cross join lateral (
        select count(*)::integer as count, to_char(max(c.told_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as newest,
               string_agg(${sourceSays}, ' ' order by c.told_id) as text
          from source_closures c
         where a.about = 'place' and c.told_id in (
           select a.id union all select t.id from restaurants t where t.merged_into = a.id)) told
      cross join lateral (
        select coalesce(max(n.total), 0)::integer as count, max(n.at) as newest,
               coalesce(jsonb_agg(jsonb_build_object(
                 'userId', n.who, 'userName', n.user_name, 'at', n.at, 'verified', n.verified,
                 'reason', n.reason, 'words', n.words, 'seen', n.seen) order by n.at desc, n.who), '[]') as reporters
          from (select r.who, u.user_name, u.email_verified_at is not null as verified, r.reason, r.words, r.seen,
                       ${instant('r.created_at')} as at, count(*) over () as total
                  from (${reports(decided)}) r (who, created_at, reason, words, seen) join users u on u.id = r.who
                 order by r.created_at desc, r.who limit ${maxReporters}) n) o
     order by a.n`.execute(database)
  return rows
}

const clusterName = sql`
  case s.kind when 'votes' then 'Votes for ' || p.name when 'reports' then 'Reports against ' || p.name
              else 'Members who vote alike' end`

const sourceSays = sql`
  c.source || ': closed for good' || coalesce(', ' || to_char(to_timestamp(c.dated) at time zone 'UTC', 'YYYY-MM-DD'), '') || '.'`

const address = (path: string, name: string) => `${path}?${new URLSearchParams({ name })}`
const linkOf = ({ about, id, itemId }: Found, name: string): string =>
  about === 'item'
    ? address(`/itemDetails/${id}`, name)
    : about === 'restaurant' || about === 'place'
      ? address(`/restaurentDetail/${id}`, name)
      : about === 'cluster'
        ? `/admin/suspects/${id}`
        : about === 'member'
          ? `/user/${id}`
          : `/dish/${itemId}`

export const caseIdOf = ({ about, id, round }: Omit<Place, 'decision'>) => `${about}-${id}-${round}`

/** What the queue says of each: the thing, its reporters and what became of their earlier reports. */
export async function rowsOf(database: Database, places: Place[]): Promise<Row[]> {
  if (places.length === 0) return []
  const rows = await found(database, places, places[0]!.decision !== null)
  const members = new Set(rows.flatMap(({ reporters }) => reporters.map(({ userId }) => userId)))
  const records = await recordsOf(database, [...members])
  return rows.flatMap((row) => {
    if (row.name === null) return []
    const { about, restaurantName, memberId, memberName } = row
    return {
      id: caseIdOf(row),
      kind: about === 'cluster' ? 'suspects' : about === 'place' ? 'places' : kindOf(about),
      about,
      name: row.name,
      restaurantName,
      link: linkOf(row, row.name),
      member: memberId === null ? null : { userId: memberId, userName: memberName! },
      text: row.text,
      image: row.image === null ? null : imageOf(row.image),
      hidden: row.hidden,
      count: row.count,
      reporters: row.reporters.map((one) => ({
        ...one,
        confirmed: 0,
        dismissed: 0,
        ...records.get(one.userId),
      })),
      newest: row.newest,
      state: row.made === null ? 'open' : row.made === 'remove' ? 'removed' : 'dismissed',
      decision: row.made && { reason: row.reason, at: row.decidedAt, by: row.by },
    } satisfies Row
  })
}
