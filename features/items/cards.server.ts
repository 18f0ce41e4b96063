import { sql } from 'kysely'
import type { Viewer } from '#platform/server/handler.ts'
import type { Database } from '#platform/server/services.ts'
import type { Card } from './contract.ts'

type Point = { latitude: number; longitude: number }
type Row = Omit<Card, 'distanceMiles' | 'upvoted' | 'canUpvote' | 'expired' | 'used'> &
  Point & { hidden: boolean }
type Now = Mark & Pick<Card, 'upvoteCount' | 'confirmedAt'>

export type Mark = { upvoted: boolean; canUpvote: boolean; expired: boolean; used: boolean }
export const visitorsMark: Mark = { upvoted: false, canUpvote: true, expired: false, used: false }

const confirmedAt = sql`to_char(i.confirmed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Cards of these items in this order, as a visitor sees them; items that are gone are left out. */
export async function cardsOf(
  database: Database,
  ids: number[],
  milesTo: ((place: Point) => number) | null,
): Promise<Card[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Row>`
    select i.id, i.name as "itemName", i.category_id as "categoryId", i.restaurant_id as "restaurantId",
           r.name as "restaurantName", r.city_label as "cityName", r.price_level as "priceLevel",
           i.upvote_count as "upvoteCount", i.yolo_count as "yoloCount", i.tags, i.latitude, i.longitude,
           ${confirmedAt} as "confirmedAt",
           not i.listed as hidden, shown.yolos,
           (select jsonb_build_object('image', p.name || '.jpg', 'colour', p.colour) from photos p
             where p.item_id = i.id
               and not exists (select 1 from yolos s join users h on h.id = s.user_id
                                where s.id = p.yolo_id and h.disabled_at is not null)
             order by p.created_at desc limit 1) as photo
      from unnest(${ids}::integer[]) with ordinality as asked (id, place)
      join items i on i.id = asked.id and i.deleted_at is null
      join restaurants r on r.id = i.restaurant_id
     cross join lateral (
       select coalesce(jsonb_agg(${yoloJson} order by y.description <> '' desc, y.created_at desc), '[]') as yolos
         from (select s.* from yolos s
                where s.item_id = i.id
                  and not exists (select 1 from users h where h.id = s.user_id and h.disabled_at is not null)
                order by (s.description <> '') desc, s.created_at desc limit 3) y
         join users u on u.id = y.user_id
     ) shown
     order by asked.place`.execute(database)
  return rows.map(({ latitude, longitude, hidden, ...row }) => ({
    ...row,
    distanceMiles: milesTo ? Math.round(milesTo({ latitude, longitude }) * 100) / 100 : null,
    ...visitorsMark,
    expired: hidden,
  }))
}

/** A yolo `y` of user `u` as others see it. */
export const yoloJson = sql`jsonb_build_object(
  'id', y.id, 'description', y.description,
  'image', (select p.name || '.jpg' from photos p where p.yolo_id = y.id),
  'imageColour', (select p.colour from photos p where p.yolo_id = y.id),
  'userId', y.user_id, 'userName', coalesce(y.shown_name, u.user_name),
  'yoloTags', (select coalesce(jsonb_agg(jsonb_build_object('tagId', t.tag_id) order by t.tag_id), '[]')
                 from yolo_tags t where t.yolo_id = y.id),
  'createdAt', to_char(y.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`

/** What the viewer has done with these items. */
export async function marksOf(
  database: Database,
  ids: number[],
  viewer: Viewer,
): Promise<Map<number, Now>> {
  const { rows } = await sql<Now & { id: number }>`
    select i.id, i.upvote_count as "upvoteCount", ${confirmedAt} as "confirmedAt",
           v.user_id is not null as upvoted,
           y.user_id is not null as used,
           v.user_id is null and y.user_id is null as "canUpvote",
           p.user_id is not null or i.hidden_at is not null as expired
      from items i
      left join votes v on v.item_id = i.id and v.user_id = ${viewer.id}
      left join yolos y on y.item_id = i.id and y.user_id = ${viewer.id}
      left join item_reports p on p.item_id = i.id and p.user_id = ${viewer.id}
     where i.id = any (${ids}::integer[]) and i.deleted_at is null`.execute(database)
  return new Map(rows.map(({ id, ...mark }) => [id, mark]))
}

export async function markCards(
  database: Database,
  cards: Card[],
  viewer: Viewer | null,
): Promise<Card[]> {
  if (!viewer || cards.length === 0) return cards
  const marks = await marksOf(
    database,
    cards.map(({ id }) => id),
    viewer,
  )
  return cards.map((one) => ({ ...one, ...marks.get(one.id) }))
}
