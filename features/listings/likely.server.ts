import { sql } from 'kysely'
import { cellsTouching, milesFromSql } from '#domain/position/distance.ts'
import { milesBetween, type Point } from '#domain/position/miles.ts'
import type { CategoryId } from '#domain/vocabulary/categories.ts'
import { servingNamePattern, servingSigns } from '#domain/vocabulary/cuisines.ts'
import { preparedStatementComment } from '#platform/server/database/database.ts'
import type { Database } from '#platform/server/services.ts'
import { maxLikelyRestaurants } from './contract.ts'

/** Radii in miles of the circles that are searched one after another. */
const radii = [1, 3, 8, 20]
/** Maximum number of restaurants that the next circle may contain, estimated from the density of the last one. */
const maxExamined = 20_000

/** If no restaurant was found, there is a single row, whose `id` is null, for the count `seen`. */
type Row = Point & {
  seen: number
  id: number | null
  name: string
  address: string
  cuisines: string[] | null
}

type Question = { category: CategoryId; point: Point; distanceMiles: number }

/**
 * Finds the nearest restaurants that likely serve a category, and have no listed dish of it. The circle is widened until
 * there are enough, or the next one would contain more than `maxExamined`.
 */
export async function findLikelyRestaurants(
  database: Database,
  { category, point, distanceMiles }: Question,
) {
  const circles = [...radii.filter((miles) => miles < distanceMiles), distanceMiles]
  let cells = cellsTouching(point, circles[0]!, 7)
  for (const [index, miles] of circles.entries()) {
    const { seen, found } = await likelyWithin(database, { category, point, miles, cells })
    const wider = circles[index + 1]
    if (found.length === maxLikelyRestaurants || wider === undefined) return found
    const next = cellsTouching(point, wider, 7)
    if ((seen / cells.length) * next.length > maxExamined) return found
    cells = next
  }
  return []
}

type Circle = { category: CategoryId; point: Point; miles: number; cells: string[] }

/** Returns how many restaurants the cells contain, and the nearest likely ones within the circle. */
async function likelyWithin(database: Database, { category, point, miles, cells }: Circle) {
  const { cuisines } = servingSigns(category)
  const names = sql`' ' || name_key || ' ' || lower(coalesce(name_en, '')) || ' '`
  const { rows } = await sql<Row>`
    ${preparedStatementComment}
    select seen, r.id, r.name, r.address, r.cuisines, r.latitude, r.longitude
      from (select count(*)::integer as seen,
                   (array_agg(id order by miles, id) filter (where miles <= ${miles}))[:${maxLikelyRestaurants}::integer] as ids
              from (select near.id,
                           case when (cuisines && ${cuisines}::text[] or (${names}) ~ ${servingNamePattern(category)})
                                 and not exists (select from items i where i.restaurant_id = near.id
                                                    and i.category_id = ${category} and i.listed)
                                then ${milesFromSql(point)} end as miles
                      from restaurants near
                     where deleted_at is null and hidden_at is null and not unconfirmed
                       and cell7 = any (${cells}::bigint[])) looked_at) counted
      left join restaurants r on r.id = any (ids)`.execute(database)
  const found = rows.flatMap(({ id, name, address, cuisines, latitude, longitude }) => {
    const distance = milesBetween(point, { latitude, longitude })
    return id === null ? [] : [{ id, name, address, distance, cuisines: cuisines ?? [] }]
  })
  found.sort((a, b) => a.distance - b.distance || a.id - b.id)
  return {
    seen: rows[0]!.seen,
    found: found.map(({ distance, ...restaurant }) => ({
      ...restaurant,
      distanceMiles: Math.round(distance * 100) / 100,
    })),
  }
}
