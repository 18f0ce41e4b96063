import { sql, type RawBuilder } from 'kysely'
import { itemVisibleToViewerSql, restaurantVisibleToViewerSql } from '#domain/merged.ts'
import {
  memberVisibleToViewerSql,
  photoHiddenFromSql,
  textHiddenFromSql,
  type ViewerId,
} from '#domain/visible.ts'
import { savedAfterFirstWeekSql, speaksForDishSql } from '#domain/who-speaks.ts'
import { preparedStatementComment } from '#platform/server/database/database.ts'
import type { Viewer } from '#platform/server/http/handler.ts'
import { isoTimestampSql } from '#platform/server/instant.ts'
import type { Database } from '#platform/server/services.ts'
import type { Card } from './contract.ts'

type Point = { latitude: number; longitude: number }
type Row = Omit<
  Card,
  'name' | 'distanceMiles' | 'upvoted' | 'canUpvote' | 'expired' | 'used' | 'reported'
> &
  Point
type Standing = Pick<Card, 'upvoteCount' | 'confirmedAt' | 'gone' | 'closed'>

type Own = Pick<Card, 'upvoted' | 'canUpvote' | 'expired' | 'used'>
/** The parts of a card that show other members’ texts and photos. */
type Shown = Pick<Card, 'yolos' | 'photo'>
type Mark = Own & Pick<Card, 'reported'> & Partial<Shown>
const visitorsMark: Mark = {
  upvoted: false,
  canUpvote: true,
  expired: false,
  used: false,
  reported: [],
}

/** SQL for whether an item `i` is gone and whether its restaurant is closed, which is the same for every viewer. */
const state = sql`i.hidden_at is not null as gone, i.restaurant_hidden and not r.unconfirmed as closed`
const takesVotes = ({ gone, closed }: Pick<Card, 'gone' | 'closed'>) => !gone && !closed

export const confirmedAtSql = isoTimestampSql('i.confirmed_at')

/**
 * Returns the cards of these items, in the order of `ids`, as a visitor sees them. Items that are deleted, or that the
 * viewer may not see, are left out.
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
           i.upvote_count as "upvoteCount", i.yolo_count as "yoloCount", i.tags, i.latitude, i.longitude,
           ${confirmedAtSql} as "confirmedAt",
           ${state}, (${yolosShown(null)}) as yolos, ${photoShown(null)} as photo
      from unnest((select ${ids}::integer[])) with ordinality as wanted (id, place)
      join items i on i.id = wanted.id and i.deleted_at is null
      join restaurants r on r.id = i.restaurant_id and r.deleted_at is null and ${restaurantVisibleToViewerSql(viewerId)}
     order by wanted.place`.execute(database)
  return rows.map(({ latitude, longitude, ...row }) => ({
    ...row,
    name: row.itemName,
    distanceMiles: milesTo ? Math.round(milesTo({ latitude, longitude }) * 100) / 100 : null,
    ...visitorsMark,
    canUpvote: takesVotes(row),
  }))
}

/** SQL for at most three yolos of an item `i`, in the order `bestTexts`. */
const yolosShown = (viewerId: ViewerId) => sql`
  select coalesce(jsonb_agg((${yoloJsonSql(viewerId)}) order by ${bestTexts(viewerId)}), '[]')
    from (${firstOf(viewerId)}) y join users u on u.id = y.user_id`

const texted = (viewerId: ViewerId) =>
  sql`(y.description <> '' and not ${textHiddenFromSql(viewerId, 'y')})`

/**
 * SQL for the order of yolos `y` on cards: those with texts first, and of both kinds those saved after their member's
 * first week, then those of others who speak for the dish, each time the newest first.
 */
const bestTexts = (viewerId: ViewerId) =>
  sql`${texted(viewerId)} desc, ${savedAfterFirstWeekSql} desc, ${speaksForDishSql} desc, y.created_at desc`

function firstOf(viewerId: ViewerId) {
  // An index provides the order that visitors see. For a member who has reported texts, the first three in their own
  // order are among the first 3 + n of the index, where n is the number of texts they have reported.
  const limit =
    viewerId === null
      ? sql`3`
      : sql`3 + (select count(*) from abuse_reports r where r.reporter_id = ${viewerId} and r.kind = 'text' and r.withdrawn_at is null)`
  const first = (which: RawBuilder<unknown>) => sql`
    (select y.id from yolos y
      where y.item_id = i.id and ${which} and ${memberVisibleToViewerSql(viewerId, sql`y.user_id`)}
      order by (y.description <> '' and not y.text_down) desc, y.created_at desc limit ${limit})`
  return sql`
    select y.* from yolos y
     where y.id in (${sql.join([savedAfterFirstWeekSql, speaksForDishSql, sql`true`].map(first), sql` union `)})
     order by ${bestTexts(viewerId)} limit 3`
}

/** SQL for the newest visible photo of an item `i`, by the tiers of `bestTexts`. */
const photoShown = (viewerId: ViewerId) => {
  const newest = (which: RawBuilder<unknown>) => sql`
    (select jsonb_build_object('image', p.name || '.jpg', 'colour', p.colour, 'yoloId', y.id, 'userId', y.user_id)
      from photos p join yolos y on y.id = p.yolo_id
     where p.item_id = i.id and not ${photoHiddenFromSql(viewerId, 'y')} and ${memberVisibleToViewerSql(viewerId, sql`y.user_id`)}
       and ${which}
     order by p.created_at desc limit 1)`
  return sql`coalesce(${sql.join([savedAfterFirstWeekSql, speaksForDishSql, sql`true`].map(newest))})`
}

/**
 * SQL for a yolo `y` of user `u` as the viewer sees it. With `whole`, it includes the text even if it is hidden from
 * the viewer.
 */
export const yoloJsonSql = (viewerId: ViewerId, whole = false) => sql`jsonb_build_object(
  'id', y.id,
  'description', ${whole ? sql`y.description` : sql`case when ${textHiddenFromSql(viewerId, 'y')} then '' else y.description end`},
  'image', (select p.name || '.jpg' from photos p where p.yolo_id = y.id and not ${photoHiddenFromSql(viewerId, 'y')}),
  'imageColour', (select p.colour from photos p where p.yolo_id = y.id and not ${photoHiddenFromSql(viewerId, 'y')}),
  'userId', y.user_id, 'userName', coalesce(y.shown_name, u.user_name),
  'yoloTags', (select coalesce(jsonb_agg(jsonb_build_object('tagId', t.tag_id) order by t.tag_id), '[]')
                 from yolo_tags t where t.yolo_id = y.id),
  'createdAt', ${isoTimestampSql('y.created_at')})`

/** Reads what the viewer has done with these items, and the items' current state. */
async function standingOf(database: Database, ids: number[], viewerId: number) {
  const { rows } = await sql<Own & Standing & Pick<Card, 'id'>>`
    ${preparedStatementComment} select i.id, i.upvote_count as "upvoteCount", ${confirmedAtSql} as "confirmedAt",
           ${state}, v.user_id is not null as upvoted,
           y.user_id is not null as used,
           v.user_id is null and y.user_id is null and i.hidden_at is null and not i.restaurant_hidden as "canUpvote",
           p.user_id is not null as expired
      from items i
      join restaurants r on r.id = i.restaurant_id
      left join votes v on v.item_id = i.id and v.user_id = ${viewerId}
      left join yolos y on y.item_id = i.id and y.user_id = ${viewerId}
      left join item_reports p on p.item_id = i.id and p.user_id = ${viewerId} and p.withdrawn_at is null
            and (p.cleared_at is null or p.decision_id is not null)
     where i.id = any (${ids}::integer[]) and i.deleted_at is null and ${restaurantVisibleToViewerSql(viewerId)}`.execute(
    database,
  )
  return rows
}

/**
 * Returns the viewer's marks on these items, and what a card shows instead if the viewer has reported something on it.
 */
export async function loadMarks(
  database: Database,
  ids: number[],
  viewer: Viewer,
): Promise<Map<number, Mark & Standing>> {
  const [rows, instead] = await Promise.all([
    standingOf(database, ids, viewer.id),
    shownInstead(database, ids, viewer.id),
  ])
  return new Map(rows.map(({ id, ...own }) => [id, { ...own, reported: [], ...instead.get(id) }]))
}

/** Reads what the cards of these items show to a member who has reported something on them. */
async function shownInstead(database: Database, ids: number[], viewerId: number) {
  const { rows } = await sql<Shown & Pick<Card, 'id' | 'reported'>>`
    ${preparedStatementComment} with mine as materialized (
      select kind, yolo_id, member_id from abuse_reports where reporter_id = ${viewerId} and withdrawn_at is null),
    touched as materialized (
      select y.item_id, m.kind, y.id as yolo_id from mine m join yolos y on y.id = m.yolo_id
       where y.item_id = any (${ids}::integer[])
      union all
      select y.item_id, m.kind, null from mine m join yolos y on y.user_id = m.member_id
       where m.kind = 'member' and y.item_id = any (${ids}::integer[]))
    select i.id, (${yolosShown(viewerId)}) as yolos, ${photoShown(viewerId)} as photo,
           (select coalesce(jsonb_agg(jsonb_build_object('kind', t.kind, 'yoloId', t.yolo_id)), '[]')
              from touched t where t.item_id = i.id and t.yolo_id is not null) as reported
      from items i where i.id in (select item_id from touched) and ${itemVisibleToViewerSql(viewerId)}`.execute(
    database,
  )
  return new Map(rows.map(({ id, ...shown }) => [id, shown]))
}

export async function markCards(
  database: Database,
  cards: Card[],
  viewer: Viewer | null,
): Promise<Card[]> {
  if (!viewer || cards.length === 0) return cards
  const marks = await loadMarks(
    database,
    cards.map(({ id }) => id),
    viewer,
  )
  return cards.map((card) => ({ ...card, ...marks.get(card.id) }))
}
