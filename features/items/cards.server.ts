import { sql } from 'kysely'
import { restaurantVisibleToViewerSql } from '#domain/merged.ts'
import { visibleTo, type ViewerId } from '#domain/visible.ts'
import { preparedStatementComment } from '#platform/server/database/database.ts'
import type { Viewer } from '#platform/server/http/handler.ts'
import { isoTimestampSql } from '#platform/server/instant.ts'
import type { Database } from '#platform/server/services.ts'
import type { OutputOf } from '#platform/contract/call.ts'
import type { Card, marks } from './contract.ts'

type Point = { latitude: number; longitude: number }
type Mark = OutputOf<typeof marks>[number]
type Row = Omit<Card, 'name' | 'distanceMiles' | 'upvoted' | 'canUpvote' | 'expired' | 'used'> &
  Point

/** SQL for what is the same for every viewer of item `i` at restaurant `r` and may change with each act. */
const state = sql`
  i.upvote_count as "upvoteCount", ${isoTimestampSql('i.confirmed_at')} as "confirmedAt",
  i.hidden_at is not null as gone, i.restaurant_hidden and not r.unconfirmed as closed`

/**
 * Returns the cards of these items, in the order of `ids`, without the viewer's marks. Items that are deleted, or that
 * the viewer may not see, are left out.
 */
export async function loadCards(
  database: Database,
  ids: number[],
  milesTo: ((place: Point) => number) | null,
  viewerId: ViewerId = null,
): Promise<Card[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Row>`
    ${preparedStatementComment} select i.id, i.name as "itemName", i.category_id as "categoryId", i.restaurant_id as "restaurantId",
           r.name as "restaurantName", r.city_label as "cityName", r.price_level as "priceLevel",
           i.yolo_count as "yoloCount", i.tags, i.latitude, i.longitude, ${state},
           (${yolosShown(viewerId)}) as yolos, (${photoShown(viewerId)}) as photo
      from unnest((select ${ids}::integer[])) with ordinality as listed (id, place)
      join items i on i.id = listed.id and i.deleted_at is null
      join restaurants r on r.id = i.restaurant_id and r.deleted_at is null and ${restaurantVisibleToViewerSql(viewerId)}
     order by listed.place`.execute(database)
  return rows.map(({ latitude, longitude, ...row }) => ({
    ...row,
    name: row.itemName,
    distanceMiles: milesTo ? Math.round(milesTo({ latitude, longitude }) * 100) / 100 : null,
    upvoted: false,
    canUpvote: !row.gone && !row.closed,
    expired: false,
    used: false,
  }))
}

/** SQL for the order of yolos `y` on cards and on the dish's page: those with a text first, then the newest. */
const textsFirst = sql`(y.description <> '' and not y.text_down) desc, y.created_at desc`

/** SQL for at most three yolos of an item `i`. */
const yolosShown = (viewerId: ViewerId) => sql`
  select coalesce(jsonb_agg(first.yolo), '[]')
    from (select ${yoloJsonSql(viewerId)} as yolo from yolos y join users u on u.id = y.user_id
           where y.item_id = i.id and ${visibleTo(viewerId, 'u')}
           order by ${textsFirst} limit 3) first`

/** SQL for the newest photo of an item `i`. */
const photoShown = (viewerId: ViewerId) => sql`
  select jsonb_build_object('image', p.name || '.jpg', 'color', p.color, 'yoloId', y.id, 'userId', y.user_id)
    from photos p join yolos y on y.id = p.yolo_id join users u on u.id = y.user_id
   where p.item_id = i.id and not y.photo_down and ${visibleTo(viewerId, 'u')}
   order by p.created_at desc limit 1`

/**
 * SQL for a yolo `y` of user `u`. A text that was taken down is shown only to its author, or to everyone with `whole`.
 */
export const yoloJsonSql = (viewerId: ViewerId, whole = false) => sql`jsonb_build_object(
  'id', y.id,
  'description', case when ${whole} or not y.text_down or y.user_id = ${viewerId}::integer then y.description else '' end,
  'image', (select p.name || '.jpg' from photos p where p.yolo_id = y.id and not y.photo_down),
  'imageColor', (select p.color from photos p where p.yolo_id = y.id and not y.photo_down),
  'userId', y.user_id, 'userName', coalesce(y.shown_name, u.user_name),
  'yoloTags', (select coalesce(jsonb_agg(jsonb_build_object('tagId', tag) order by tag), '[]')
                 from unnest(y.tags) tag),
  'createdAt', ${isoTimestampSql('y.created_at')})`

/** Returns the viewer's marks on these items, with what may have changed since their cards were loaded. */
export async function loadMarks(
  database: Database,
  ids: number[],
  viewer: Viewer,
): Promise<Map<number, Mark>> {
  const { rows } = await sql<Mark>`
    ${preparedStatementComment} select i.id, ${state}, v.user_id is not null as upvoted, y.user_id is not null as used,
           v.user_id is null and y.user_id is null and i.hidden_at is null and not i.restaurant_hidden as "canUpvote",
           p.user_id is not null as expired
      from items i
      join restaurants r on r.id = i.restaurant_id
      left join votes v on v.item_id = i.id and v.user_id = ${viewer.id}
      left join yolos y on y.item_id = i.id and y.user_id = ${viewer.id}
      left join item_reports p on p.item_id = i.id and p.user_id = ${viewer.id}
     where i.id = any (${ids}::integer[]) and i.deleted_at is null and ${restaurantVisibleToViewerSql(viewer.id)}`.execute(
    database,
  )
  return new Map(rows.map((mark) => [mark.id, mark]))
}

export async function markCards(
  database: Database,
  cards: Card[],
  viewer: Viewer | null,
): Promise<Card[]> {
  if (!viewer || cards.length === 0) return cards
  const ids = cards.map(({ id }) => id)
  const marks = await loadMarks(database, ids, viewer)
  return cards.map((card) => ({ ...card, ...marks.get(card.id) }))
}

export const loadMarkedCards = async (database: Database, ids: number[], viewer: Viewer | null) =>
  markCards(database, await loadCards(database, ids, null, viewer?.id ?? null), viewer)
