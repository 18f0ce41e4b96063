import { sql } from 'kysely'
import { z } from 'zod'
import { abuseReportOpenSql } from '#domain/decisions.ts'
import { memberTextSql } from '#domain/moderated-content.ts'
import type { OutputOf } from '#platform/contract/call.ts'
import { id } from '#platform/contract/shapes.ts'
import { decodeCursor, encodeCursor } from '#platform/server/cursor.ts'
import { isoTimestampSql } from '#platform/server/instant.ts'
import type { Database } from '#platform/server/services.ts'
import type { abuseCases } from './contract.ts'
import type { AbuseKind } from './limits.ts'

type Page = OutputOf<typeof abuseCases>
type State = 'open' | 'down' | 'answered'
type Place = { kind: AbuseKind; id: number; place: number }

const pageSize = 20
const position = z.tuple([id])
/** Maximum number of reports shown per thing. `reportCount` also counts those that aren't shown. */
const maxReports = 20

export async function loadAbuseCases(
  database: Database,
  state: State,
  cursor: string | undefined,
): Promise<Page> {
  const places = await placesOf(database, state, cursor ? decodeCursor(cursor, position)[0] : null)
  const shown = places.slice(0, pageSize)
  return {
    items: await detailsOf(database, shown, state === 'open'),
    cursor: places.length > pageSize ? encodeCursor([shown.at(-1)!.place]) : null,
  }
}

/**
 * Returns the things of one page, and one more if another page follows. The things with the newest reports, or those
 * taken down last, come first.
 */
async function placesOf(database: Database, state: State, before: number | null): Promise<Place[]> {
  const { rows } =
    state === 'open'
      ? await sql<Place>`
          select kind, coalesce(yolo_id, member_id) as id, max(id) as place from abuse_reports r
           where ${abuseReportOpenSql} and (yolo_id is null or exists (select 1 from yolos y where y.id = yolo_id))
           group by kind, coalesce(yolo_id, member_id)
          having max(id) < coalesce(${before}::integer, 2147483647)
           order by place desc limit ${pageSize + 1}`.execute(database)
      : await sql<Place>`
          select kind, coalesce(yolo_id, member_id) as id, id as place from takedowns
           where restored_at is null and (yolo_id is null or exists (select 1 from yolos y where y.id = yolo_id))
             and id < coalesce(${before}::integer, 2147483647)
             ${state === 'answered' ? sql`and answered_at is not null` : sql``}
           order by id desc limit ${pageSize + 1}`.execute(database)
  return rows
}

/** SQL for the dish of yolo `y`, from its item `i` and restaurant `r`; null if there is no yolo. */
export const dishOfYoloJsonSql = sql`case when y.id is not null then jsonb_build_object(
  'itemId', i.id, 'itemName', i.name, 'restaurantId', r.id, 'restaurantName', r.name) end as dish`

async function detailsOf(database: Database, places: Place[], openOnly: boolean) {
  const about = sql`
    r.kind = a.kind and (r.yolo_id = y.id or a.kind = 'member' and r.member_id = m.id)
    ${openOnly ? sql`and ${abuseReportOpenSql}` : sql``}`
  const { rows } = await sql<Page['items'][number]>`
    select a.kind, a.id,
           jsonb_build_object('userId', m.id, 'userName', m.user_name) as member,
           ${dishOfYoloJsonSql},
           case a.kind when 'text' then y.description when 'member' then ${memberTextSql('m')} end as text,
           (select count(*)::integer from abuse_reports r where ${about}) as "reportCount",
           (select coalesce(jsonb_agg(jsonb_build_object(
                     'userId', n.reporter_id, 'userName', n.user_name, 'reason', n.reason, 'words', n.words,
                     'seen', n.seen, 'at', ${isoTimestampSql('n.created_at')}) order by n.id desc), '[]')
              from (select r.*, u.user_name from abuse_reports r join users u on u.id = r.reporter_id
                     where ${about} order by r.id desc limit ${maxReports}) n) as reports,
           (select jsonb_build_object('id', t.id, 'word', t.word, 'at', ${isoTimestampSql('t.created_at')},
                                      'answer', t.answer, 'answeredAt', ${isoTimestampSql('t.answered_at')})
              from takedowns t
             where t.restored_at is null and t.kind = a.kind
               and (t.yolo_id = y.id or a.kind = 'member' and t.member_id = m.id)) as takedown
      from json_to_recordset(${JSON.stringify(places)}::json) as a (kind text, id integer, place integer)
      left join yolos y on a.kind <> 'member' and y.id = a.id
      left join items i on i.id = y.item_id
      left join restaurants r on r.id = i.restaurant_id
      join users m on m.id = case when a.kind = 'member' then a.id else y.user_id end
     order by a.place desc`.execute(database)
  return rows
}
