import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#platform/server/services.ts'
import { cellsTouching, milesFromSql } from '#domain/position/distance.ts'
import type { Point } from '#domain/position/miles.ts'
import { rankRowSql } from '#domain/ranking.ts'

type Place = { place: number; of: number }
type Question = { category: number; point: Point; distanceMiles: number }

/**
 * Returns an item's place in the list that ranking.server.ts returns for a point, or null if it isn't in that list.
 * Uses the ranking pool, as the list does.
 */
export const itemRankNearBy = (
  ranking: Database,
  id: number,
  { category, point, distanceMiles: miles }: Question,
) =>
  placeIn(
    ranking,
    id,
    sql`select i.* from unnest(${cellsTouching(point, miles, 5).map(String)}::bigint[]) as disk (cell)
          join items i on i.cell5 = disk.cell and i.listed and i.category_id = ${category}
         where ${milesFromSql(point, 'i')} <= ${miles}`,
  )

/** Returns an item's place among the dishes of its restaurant's page, or null if it isn't listed. */
export const itemRankAtRestaurant = (database: Database, id: number) =>
  placeIn(
    database,
    id,
    sql`select i.* from items me join items i on i.restaurant_id = me.restaurant_id and i.listed
         where me.id = ${id}`,
  )

async function placeIn(
  database: Database,
  id: number,
  list: RawBuilder<unknown>,
): Promise<Place | null> {
  const { rows } = await sql<Place>`
    select 1 + count(*) filter (where ${rankRowSql('i')} > ${rankRowSql('me')})::integer as place,
           count(*)::integer as of
      from items me cross join (${list}) i
     where me.id = ${id} and me.listed
     group by me.id having bool_or(i.id = me.id)`.execute(database)
  return rows[0] ?? null
}
