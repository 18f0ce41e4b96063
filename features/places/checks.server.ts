import { sql } from 'kysely'
import type { Checks } from '#platform/server/check.ts'
import type { Services } from '#platform/server/services.ts'
import { locatorOfMany } from './location.server.ts'

type Row = { id: number; latitude: number; longitude: number } & Record<
  (typeof kept)[number],
  string
>
const kept = ['cell5', 'cell7', 'city_label', 'city_slug', 'time_zone'] as const

/** Yields restaurants whose cells or nearest city don't match their point, with the right values. */
async function* misplaced({ database }: Services) {
  const locate = await locatorOfMany(database)
  for (let last = 0; ;) {
    const { rows } = await sql<Row>`
      select id, latitude, longitude, cell5::text, cell7::text, city_label, city_slug, time_zone
        from restaurants where id > ${last} order by id limit 1000`.execute(database)
    if (rows.length === 0) return
    last = rows.at(-1)!.id
    for (const row of rows) {
      const right = await locate(row)
      if (kept.some((field) => row[field] !== right[field])) yield { id: row.id, right }
    }
  }
}

export const checks: Checks = [
  {
    name: 'restaurant-place',
    description: 'a restaurant’s cells and city are those of its point',
    async find(services) {
      const found = { count: 0, examples: [] as number[] }
      for await (const { id } of misplaced(services)) if (found.count++ < 5) found.examples.push(id)
      return found
    },
    async repair(services) {
      for await (const { id, right } of misplaced(services)) {
        const { latitude, longitude, cell5, cell7, ...city } = right
        // The trigger `restaurants_copied` updates the restaurant's items and their yolos.
        await services.database
          .updateTable('restaurants')
          .set({ cell5, cell7, ...city })
          .where('id', '=', id)
          // Skips a restaurant that was moved in the meantime, because moving it has set the right values.
          .where('latitude', '=', latitude)
          .where('longitude', '=', longitude)
          .execute()
      }
    },
  },
]
