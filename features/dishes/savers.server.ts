import { sql } from 'kysely'
import { z } from 'zod'
import { memberVisibleToViewerSql, photoHiddenFromSql, textHiddenFromSql } from '#domain/visible.ts'
import { speaksForDishSql } from '#domain/who-speaks.ts'
import { yoloJsonSql } from '#features/items/cards.server.ts'
import type { Card } from '#features/items/contract.ts'
import type { Viewer } from '#platform/server/http/handler.ts'
import { openCursor, sealCursor } from '#platform/server/sealed-cursor.ts'
import type { Database } from '#platform/server/services.ts'
import { yolosPerPage } from './contract.ts'

type Yolo = Card['yolos'][number]
/**
 * The sort key of a yolo, as a cursor contains it: whether the viewer sees a text or photo of it, whether its member
 * speaks for the dish, when it was saved (in microseconds since 1970), and its id. It is sealed, because nobody may
 * learn who is held and doesn’t speak for it.
 */
const position = z.tuple([z.boolean(), z.boolean(), z.int(), z.int32().min(0)])
type Row = { yolo: Yolo; telling: boolean; speaks: boolean; moment: string; id: number }

/** Returns a page of an item's yolos, as the viewer sees them. */
export async function itemYolosPage(
  database: Database,
  itemId: number,
  viewer: Viewer | null,
  cursor: string | undefined,
) {
  const list = `savers of dish ${itemId}`
  const viewerId = viewer?.id ?? null
  const after = cursor === undefined ? null : await openCursor(database, list, cursor, position)
  const from = after
    ? sql`where (telling, speaks, moment, id) < (${after[0]}::boolean, ${after[1]}::boolean, ${after[2]}::bigint, ${after[3]}::integer)`
    : sql``
  const { rows } = await sql<Row>`
    with seen as (
      select y.*, (extract(epoch from y.created_at) * 1000000)::bigint as moment,
             ((y.description <> '' and not ${textHiddenFromSql(viewerId, 'y')})
               or exists (select 1 from photos p where p.yolo_id = y.id and not ${photoHiddenFromSql(viewerId, 'y')})) as telling,
             ${speaksForDishSql} as speaks
        from yolos y where y.item_id = ${itemId} and ${memberVisibleToViewerSql(viewerId, sql`y.user_id`)}),
    page as (select * from seen ${from} order by telling desc, speaks desc, moment desc, id desc limit ${yolosPerPage + 1})
    select y.id, y.telling, y.speaks, y.moment::text as moment, ${yoloJsonSql(viewerId)} as yolo
      from page y join users u on u.id = y.user_id
     order by y.telling desc, y.speaks desc, y.moment desc, y.id desc`.execute(database)
  const shown = rows.slice(0, yolosPerPage)
  const last = shown.at(-1)
  return {
    yolos: shown.map(({ yolo }) => yolo),
    cursor:
      rows.length > yolosPerPage && last
        ? await sealCursor(database, list, [
            last.telling,
            last.speaks,
            Number(last.moment),
            last.id,
          ])
        : null,
  }
}
