import { sql } from 'kysely'
import { z } from 'zod'
import { resolveItemId } from '#domain/merged.ts'
import { cellsTouching, milesFromSql } from '#domain/position/distance.ts'
import { defaultDistance } from '#domain/position/distances.ts'
import { type Point, roundPoint } from '#domain/position/miles.ts'
import { rankRowSql } from '#domain/ranking.ts'
import { visibleTo } from '#domain/visible.ts'
import { loadMarkedCards, yoloJsonSql } from '#features/items/cards.server.ts'
import { itemNotFound, type Card } from '#features/items/contract.ts'
import { cityPlaceBySlug } from '#features/places/cities/cities.server.ts'
import { decodeCursor, encodeCursor, timestampText } from '#platform/server/cursor.ts'
import { rowById } from '#platform/server/database/row-by-id.ts'
import { implementCall, type Viewer } from '#platform/server/http/handler.ts'
import type { Database, Services } from '#platform/server/services.ts'
import * as admins from './admin/contract.ts'
import { dishAdminHandlers } from './admin/server.ts'
import * as dishes from './contract.ts'
import { itemYolos, showItem, yolosPerPage } from './contract.ts'

export const calls = { ...dishes, ...admins }

export const handlers = (services: Services) => {
  const { database, ranking } = services
  /** Loads the card of the item that an id leads to. Throws `itemNotFound` if the viewer may not see it. */
  async function cardOf(asked: number, viewer: Viewer | null) {
    const [card] = await loadMarkedCards(database, [await resolveItemId(database, asked)], viewer)
    if (!card) throw itemNotFound()
    return card
  }
  return [
    ...dishAdminHandlers(services),

    implementCall(showItem, async ({ input, viewer }) => {
      const card = await cardOf(input.id, viewer)
      const { city_slug: citySlug } = (await rowById(database, 'restaurants', card.restaurantId, [
        'city_slug',
      ]))!
      const city = await cityPlaceBySlug(database, citySlug)
      return { ...card, citySlug, rank: city && (await rankNear(ranking, card, roundPoint(city))) }
    }),

    implementCall(itemYolos, async ({ input, viewer }) => {
      const { id } = await cardOf(input.id, viewer)
      return yolosPage(database, { item: id, cursor: input.cursor }, viewer)
    }),
  ]
}

/** Returns an item's place in the list of its category around a point, or null if it isn't in that list. */
async function rankNear(database: Database, { id, categoryId }: Card, point: Point) {
  const cells = cellsTouching(point, defaultDistance, 5)
  const { rows } = await sql<{ place: number; of: number }>`
    select 1 + count(*) filter (where ${rankRowSql('i')} > ${rankRowSql('me')})::integer as place,
           count(*)::integer as of
      from items me
      join items i on i.cell5 = any (${cells}::bigint[]) and i.listed and i.category_id = ${categoryId}
       and ${milesFromSql(point, 'i')} <= ${defaultDistance}
     where me.id = ${id} and me.listed
     group by me.id having bool_or(i.id = me.id)`.execute(database)
  return rows[0] ?? null
}

const position = z.tuple([timestampText, z.int32().min(0)])
type Row = { yolo: Card['yolos'][number]; id: number; at: string }

/** Returns a page of an item's yolos that the viewer sees. */
async function yolosPage(
  database: Database,
  { item, cursor }: { item: number; cursor: string | undefined },
  viewer: Viewer | null,
) {
  const viewerId = viewer?.id ?? null
  const after = cursor === undefined ? null : decodeCursor(cursor, position)
  const { rows } = await sql<Row>`
    select y.id, y.created_at::text as at, ${yoloJsonSql(viewerId)} as yolo
      from yolos y join users u on u.id = y.user_id
     where y.item_id = ${item} and ${visibleTo(viewerId, 'u')}
       ${after ? sql`and (y.created_at, y.id) < (${after[0]}::timestamptz, ${after[1]}::integer)` : sql``}
     order by y.created_at desc, y.id desc limit ${yolosPerPage + 1}`.execute(database)
  const yolos = rows.slice(0, yolosPerPage).map(({ yolo }) => yolo)
  const last = rows.length > yolosPerPage ? rows[yolosPerPage - 1] : undefined
  return { yolos, cursor: last ? encodeCursor([last.at, last.id]) : null }
}
