import { sql } from 'kysely'
import { cellsTouching } from '#domain/position/distance.ts'
import { defaultDistance } from '#domain/position/distances.ts'
import { categoryById } from '#domain/vocabulary/categories.ts'
import { loadGazetteer } from '#features/places/gazetteer/gazetteer.server.ts'
import type { OutputOf } from '#platform/contract/call.ts'
import type { Services } from '#platform/server/services.ts'
import { maxGaps, type gaps } from './contract.ts'
import { keptFrom } from './kept-days.ts'
import { visitorsSql } from './networks.server.ts'

/** A category with at least this many dishes near a city isn't a gap (see `fewDishesThreshold` in few-dishes.ts). */
const enoughDishes = 5
/** Number of empty lists, the most requested first, that are checked for gaps. Some may have been filled since. */
const maxExamined = 200

type Gap = OutputOf<typeof gaps>[number]
type AskedFor = Omit<Gap, 'dishes' | 'categoryName'>

/** Returns the categories of cities in which most visitors found nothing, and that still have few dishes. */
export async function findGaps({
  database,
  settings,
  clock,
}: Pick<Services, 'database' | 'settings' | 'clock'>): Promise<Gap[]> {
  const { rows } = await sql<AskedFor>`
    select city_slug || ' ' || category_id as id, city_slug as "citySlug", min(city_label) as "cityName",
           category_id as "categoryId", ${visitorsSql} as visitors, sum(times)::integer as times
      from empty_lists where day >= ${keptFrom(clock.now())}::date
     group by city_slug, category_id
     order by visitors desc, times desc, id limit ${maxExamined}`.execute(database)
  const cities = await loadGazetteer(settings.stateDir)
  const places = rows.flatMap(({ citySlug, categoryId: category }, index) => {
    const city = cities.cityBySlug(citySlug)
    if (!city) return []
    const { latitude, longitude } = city
    const cells = cellsTouching(city, defaultDistance, 5).map(String)
    return [{ index, category, latitude, longitude, cells }]
  })
  const found = await sql<{ index: number; dishes: number }>`
    select place.index, count(*)::integer as dishes
      from json_to_recordset(${JSON.stringify(places)}::json)
           as place (index integer, category smallint, latitude float8, longitude float8, cells bigint[])
     cross join unnest(place.cells) as disk (cell)
     cross join lateral (
       select from items
        where listed and category_id = place.category and cell5 = disk.cell
          and miles_between(place.latitude, place.longitude, items.latitude, items.longitude) <= ${defaultDistance}
        limit ${enoughDishes}
     ) dish
     group by place.index`.execute(database)
  const dishes = new Map(found.rows.map((row) => [row.index, row.dishes]))
  return rows
    .map((row, index) => ({
      ...row,
      categoryName: categoryById(row.categoryId)!.name,
      dishes: dishes.get(index) ?? 0,
    }))
    .filter((gap) => gap.dishes < enoughDishes)
    .slice(0, maxGaps)
}
