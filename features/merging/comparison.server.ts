import { type RawBuilder, sql } from 'kysely'
import { versionOf } from '#domain/queue/seen.ts'
import { milesBetween } from '#domain/position/miles.ts'
import { memberVisibleToViewerSql, photoHiddenFromSql } from '#domain/visible.ts'
import { itemNotFound } from '#features/items/contract.ts'
import { isSimilarName } from '#features/items/names.ts'
import { restaurantNotFound } from '#features/restaurants/contract.ts'
import { badInput } from '#platform/contract/failure.ts'
import type { OutputOf } from '#platform/contract/call.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { comparison, type MergeSide, categoriesDiffer, restaurantsDiffer } from './contract.ts'
import { plannedFavouriteCountsSql } from './favourites.server.ts'
import type { MergeKind } from './record.server.ts'
import { sameDishPairsSql } from './restaurants.server.ts'
import { type VoteOrReportTable, plannedMovesSql } from './votes-and-reports.server.ts'

/** Distance in miles beyond which two restaurants are probably not the same (rules: merging). */
export const maxSameRestaurantMiles = 0.25

export const comparisonHandlers = ({ database }: Services) => [
  implementCall(comparison, async ({ input: { kind, from, into } }) => {
    if (from === into) throw badInput({ fields: { into: 'Choose two that aren’t the same.' } })
    const sides = await sidesOf(database, kind, [from, into])
    const goes = sides.find(({ id }) => id === from)
    const stays = sides.find(({ id }) => id === into)
    if (!goes || !stays) throw kind === 'item' ? itemNotFound() : restaurantNotFound()
    if (kind === 'item' && goes.restaurantId !== stays.restaurantId) throw restaurantsDiffer()
    if (goes.categoryId !== stays.categoryId) throw categoriesDiffer()
    const miles = milesBetween(goes, stays)
    return {
      version: versionOf(
        kind === 'item'
          ? [goes.name, stays.name]
          : [goes.name, goes.address, stays.name, stays.address],
      ),
      goes,
      stays,
      miles,
      far: miles > maxSameRestaurantMiles,
      farMiles: maxSameRestaurantMiles,
      namesNear: isSimilarName(goes.name, stays.name),
      moves: await preview(database, kind, from, into),
    }
  }),
]

type Row = MergeSide & { latitude: number; longitude: number }

async function sidesOf(database: Database, kind: MergeKind, ids: number[]) {
  const ofItem = kind === 'item'
  // SQL for the dishes of side `s`, with the alias `i`.
  const dishes = ofItem
    ? sql`items i where i.id = s.id`
    : sql`items i where i.restaurant_id = s.id and i.deleted_at is null`
  const side = ofItem
    ? sql`select t.id, t.name, t.category_id, t.hidden_at, r.id as restaurant_id
            from items t join restaurants r on r.id = t.restaurant_id and r.deleted_at is null
           where t.id = any (${ids}::integer[]) and t.deleted_at is null`
    : sql`select id, name, null::integer as category_id, hidden_at, id as restaurant_id
            from restaurants where id = any (${ids}::integer[]) and deleted_at is null`
  const sum = (of: RawBuilder<unknown>) =>
    sql`(select coalesce(sum(${of}), 0)::integer from ${dishes})`
  const reports = sql.table(`${kind}_reports`)
  const { rows } = await sql<Row>`
    with s as (${side})
    select s.id, s.name, s.restaurant_id as "restaurantId", r.name as "restaurantName", r.address,
           r.city_label as "cityLabel", s.category_id as "categoryId", r.opening_hours as "openingHours",
           r.phone, r.website, s.hidden_at is not null as hidden, r.latitude, r.longitude,
           ${sum(sql`1`)} as "itemCount", ${sum(sql`i.yolo_count`)} as "yoloCount",
           ${sum(sql`i.upvote_count`)} as "upvoteCount",
           (select count(*)::integer from photos p where p.item_id in (select i.id from ${dishes})) as "photoCount",
           (select count(*)::integer from ${reports} p
             where p.${sql.ref(`${kind}_id`)} = s.id and p.cleared_at is null) as "reportCount",
           (select coalesce(jsonb_agg(seen), '[]') from (
              select jsonb_build_object('image', p.name || '.jpg', 'colour', p.colour) as seen
                from photos p join yolos y on y.id = p.yolo_id
               where p.item_id in (select i.id from ${dishes})
                 and not ${photoHiddenFromSql(null, 'y')} and ${memberVisibleToViewerSql(null, sql`y.user_id`)}
               order by p.created_at desc limit 3) newest) as photos,
           ${
             ofItem
               ? sql`'[]'::jsonb`
               : sql`(select coalesce(jsonb_agg(name), '[]') from (
                       select i.name from ${dishes} order by i.yolo_count desc, i.id limit 8) most)`
           } as dishes
      from s join restaurants r on r.id = s.restaurant_id`.execute(database)
  return rows
}

/**
 * Returns what the merging would return now, without locking anything. Moves of votes and reports are counted with the
 * query that the merging itself uses.
 */
async function preview(database: Database, kind: MergeKind, from: number, into: number) {
  const given = sql`select ${from}::integer as goes, ${into}::integer as stays`
  const pairs = kind === 'item' ? given : sameDishPairsSql(from, into)
  const counts = (table: VoteOrReportTable, of: RawBuilder<unknown>) => sql`
    select count(*) filter (where moved)::integer as moved,
           count(*) filter (where not moved)::integer as dropped from (${plannedMovesSql(table, of)}) m`
  const reports =
    kind === 'item'
      ? counts('item_reports', pairs)
      : sql`select sum(moved)::integer as moved, sum(dropped)::integer as dropped
              from (${counts('item_reports', pairs)} union all ${counts('restaurant_reports', given)}) both_kinds`
  const { rows } = await sql<OutputOf<typeof comparison>['moves']>`
    with pairs as materialized (${pairs}),
    -- Dishes that move as they are, because the other restaurant has no dish of the same name and category.
    along as (
      select id, yolo_count from items where restaurant_id = ${kind === 'item' ? null : from}::integer
         and deleted_at is null and id not in (select goes from pairs))
    select jsonb_build_object('moved', (select count(*) from along),
                              'joined', (select count(*) from pairs)) as items,
           (select to_jsonb(f) from (${plannedFavouriteCountsSql(sql`select * from pairs`)}) f) as yolos,
           (select to_jsonb(v) from (${counts('votes', sql`select * from pairs`)}) v) as votes,
           (select to_jsonb(r) from (${reports}) r) as reports,
           jsonb_build_object(
             'yolos', (select coalesce(sum(yolo_count), 0) from along),
             'votes', (select count(*) from votes where item_id in (select id from along))) as along`.execute(
    database,
  )
  return rows[0]!
}
