import { sql } from 'kysely'
import { milesFromSql } from '#domain/position/distance.ts'
import type { Point } from '#domain/position/miles.ts'
import { rankOrderSql } from '#domain/ranking.ts'
import type { Services } from '#platform/server/services.ts'
import type { OccupiedCells } from '../candidates/inhabited.server.ts'

/**
 * Maximum number of cells to look in. It is this high because cells at the circle's edge may contain only dishes within
 * the circle.
 */
const maxCells = 24
/** Number of the best dishes that are read from each cell. The nearest of all of them is taken. */
const best = 20

type Question = { category: number; point: Point; distanceMiles: number }

/**
 * Returns the city of the nearest listed dish beyond the distance, of the best dishes in the nearest cells, or null if
 * there is none.
 */
export async function nearestCityWithDishes(
  { ranking, listing }: Pick<Services, 'ranking' | 'listing'>,
  question: Question,
  occupied: Pick<OccupiedCells, 'nearest'>,
) {
  const { category, point, distanceMiles: miles } = question
  const cells = await occupied.nearest(question, maxCells)
  const { rows } = await sql<{ id: number; miles: number }>`
    select id, miles from unnest(${cells}::bigint[]) as near (cell)
     cross join lateral (
       select id, ${milesFromSql(point)} as miles from items
        where listed and category_id = ${category} and cell5 = near.cell and ${milesFromSql(point)} > ${miles}
        order by ${rankOrderSql} limit ${best}
     ) dish
     order by miles, id limit 1`.execute(ranking)
  const [nearest] = rows
  if (!nearest) return null
  const city = await listing
    .selectFrom('items as i')
    .innerJoin('restaurants as r', 'r.id', 'i.restaurant_id')
    .select(['r.city_label as name', 'r.city_slug as slug'])
    .where('i.id', '=', nearest.id)
    .executeTakeFirst()
  return city ? { ...city, distanceMiles: Math.round(nearest.miles * 100) / 100 } : null
}
