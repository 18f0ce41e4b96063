import { sql } from 'kysely'
import { recordAudit } from '#domain/audit.ts'
import { itemNotFound } from '#features/items/contract.ts'
import { foldText } from '#domain/fold.ts'
import { restaurantNotFound } from '#features/restaurants/contract.ts'
import { transact } from '#platform/server/database/database.ts'
import { escapeLike } from '#platform/server/database/like.ts'
import { implementCall, type Viewer } from '#platform/server/http/handler.ts'
import type { Database, Services } from '#platform/server/services.ts'
import * as merging from './contract.ts'
import type { MergeCandidate, MergeKind, MergeSide } from './contract.ts'
import { mergeItemRows, mergeRestaurantRows } from './merge.server.ts'

export * as calls from './contract.ts'

const maxCandidates = 20

export const handlers = (services: Services) => [
  implementCall(merging.mergeCandidates, ({ input: { kind, id = 0, q } }) =>
    (kind === 'item' ? itemCandidates : restaurantCandidates)(services.database, id, q),
  ),

  implementCall(merging.compareForMerge, async ({ input: { kind, from, into } }) => {
    const sides = await sidesOf(services.database, kind, [from, into])
    const goes = sides.find((side) => side.id === from)
    const stays = sides.find((side) => side.id === into)
    if (!goes || !stays) throw kind === 'item' ? itemNotFound() : restaurantNotFound()
    return { goes, stays }
  }),

  implementCall(merging.mergeItems, ({ input, viewer }) => merge(services, 'item', input, viewer)),
  implementCall(merging.mergeRestaurants, ({ input, viewer }) =>
    merge(services, 'restaurant', input, viewer),
  ),
]

function merge(
  { database, clock }: Services,
  kind: MergeKind,
  { id: from, into }: { id: number; into: number },
  viewer: Viewer,
) {
  return transact(database, async (tx) => {
    // Dishes can be merged if they are in one place, which is a restaurant's category.
    const place = kind === 'item' ? sql`restaurant_id || ' ' || category_id` : sql`''`
    const { rows } = await sql<{ id: number; name: string; place: string }>`
      select id, name, ${place} as place from ${sql.table(`${kind}s`)}
       where id in (${from}, ${into}) and deleted_at is null order by id for update`.execute(tx)
    const goes = rows.find((row) => row.id === from)
    const stays = rows.find((row) => row.id === into)
    if (!goes || !stays) throw kind === 'item' ? itemNotFound() : restaurantNotFound()
    if (from === into || goes.place !== stays.place) throw merging.cannotMerge()
    const pair = { from, into, at: clock.now() }
    await (kind === 'item' ? mergeItemRows(tx, pair) : mergeRestaurantRows(tx, pair))
    const change = { before: { goes, stays }, after: { id: into }, at: pair.at }
    await recordAudit(tx, viewer, `${kind}.merge`, `${kind} ${into}`, change)
    return { id: into, name: stays.name }
  })
}

async function itemCandidates(database: Database, id: number, q?: string) {
  const isMeant = q
    ? sql`o.name ilike ${`%${escapeLike(q)}%`}`
    : sql`name_likeness(o.name_key, i.name_key) > 0.4`
  const { rows } = await sql<MergeCandidate>`
    select o.id, o.name, r.name as about, o.yolo_count as "yoloCount"
      from items i join items o using (restaurant_id, category_id) join restaurants r on r.id = i.restaurant_id
     where i.id = ${id} and o.id <> i.id and o.deleted_at is null and ${isMeant}
     order by name_likeness(o.name_key, i.name_key) desc, o.id limit ${maxCandidates}`.execute(
    database,
  )
  return rows
}

/** Two records of one place are less than a mile apart; another branch of a chain is usually farther away. */
async function restaurantCandidates(database: Database, id: number, q?: string) {
  const isMeant = q
    ? sql`r.name_key like ${`${escapeLike(foldText(q))}%`}`
    : sql`r.cell5 = own.cell5 and name_likeness(r.name_key, own.name_key) > 0.4
          and miles_between(r.latitude, r.longitude, own.latitude, own.longitude) <= 1`
  const { rows } = await sql<MergeCandidate>`
    select r.id, r.name, r.address || ' · ' || r.city_label as about,
           (select coalesce(sum(i.yolo_count), 0)::integer from items i
             where i.restaurant_id = r.id and i.deleted_at is null) as "yoloCount"
      from restaurants r left join restaurants own on own.id = ${id}
     where r.deleted_at is null and r.id <> ${id} and ${isMeant}
     order by r.name_key, r.id limit ${maxCandidates}`.execute(database)
  return rows
}

async function sidesOf(database: Database, kind: MergeKind, ids: number[]) {
  const isItem = kind === 'item'
  const dishes = isItem
    ? sql`items i where i.id = s.id`
    : sql`items i where i.restaurant_id = s.id and i.deleted_at is null`
  const { rows } = await sql<MergeSide>`
    select s.id, s.name, r.name as "restaurantName", r.address || ' · ' || r.city_label as address,
           ${isItem ? sql`s.category_id` : sql`null`} as "categoryId",
           r.phone, r.website,
           (select count(*)::integer from ${dishes}) as "itemCount",
           (select coalesce(sum(i.yolo_count), 0)::integer from ${dishes}) as "yoloCount",
           (select coalesce(sum(i.upvote_count), 0)::integer from ${dishes}) as "upvoteCount",
           (select count(*)::integer from photos p where p.item_id in (select i.id from ${dishes})) as "photoCount",
           (select count(*)::integer from ${sql.table(`${kind}_reports`)} p
             where p.${sql.ref(`${kind}_id`)} = s.id) as "reportCount"
      from ${sql.table(`${kind}s`)} s
      join restaurants r on r.id = ${isItem ? sql`s.restaurant_id` : sql`s.id`}
     where s.id = any (${ids}::integer[]) and s.deleted_at is null`.execute(database)
  return rows
}
