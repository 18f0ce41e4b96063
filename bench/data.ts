import { cellOf } from '#domain/distance.ts'
import { sql } from 'kysely'
import type { Database } from '#platform/server/services.ts'
import { citiesOf, generator, pointIn } from './centres.ts'

export type Size = { items: number; restaurants: number; cities: number }

export const cityCount = 300

const foodCategories = [1, 2, 3, 4, 5, 6, 7, 13, 14, 8, 9, 10, 11, 12]

/**
 * Fills a migrated database: cities by Zipf's law, restaurants in a normal cloud of about 8 miles
 * round each, ten dishes a restaurant, counts as a long tail. Triggers are off meanwhile; counts are written as they would leave them.
 */
export async function fill(database: Database, size: Size): Promise<void> {
  const random = generator(42)
  const cities = citiesOf(size.cities, random)
  const columns = {
    name: [] as string[],
    latitude: [] as number[],
    longitude: [] as number[],
    cell5: [] as string[],
    cell7: [] as string[],
  }
  cities.forEach(({ centre, weight }, city) => {
    const count = Math.round(weight * size.restaurants)
    for (let n = 0; n < count; n++) {
      const point = pointIn(centre, random)
      const { latitude, longitude } = point
      columns.name.push(`Restaurant ${city}-${n}`)
      columns.latitude.push(latitude)
      columns.longitude.push(longitude)
      columns.cell5.push(String(cellOf(point, 5)))
      columns.cell7.push(String(cellOf(point, 7)))
    }
  })
  await database.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`
      insert into restaurants (place_id, name, name_key, address, latitude, longitude, cell5, cell7, city_label, city_slug, time_zone, source)
      select 'bench:' || row_number() over (), name, replace(lower(name), '-', ' '), '1 Bench Street', latitude, longitude, cell5, cell7, 'Bench', 'bench', 'UTC', 'bench'
        from unnest(${columns.name}::text[], ${columns.latitude}::float8[], ${columns.longitude}::float8[], ${columns.cell5}::bigint[], ${columns.cell7}::bigint[])
          as r (name, latitude, longitude, cell5, cell7)`.execute(tx)
    await sql`
      insert into users (user_name, user_name_key)
      select 'Bench ' || n, 'bench ' || n from generate_series(0, ${Math.ceil(size.items / foodCategories.length)}::integer) n`.execute(
      tx,
    )
    await sql`
      insert into items (restaurant_id, category_id, name, name_key, latitude, longitude, cell5, cell7, vote_count, yolo_count, newest_yolo_at, tags)
      select r.id, (${foodCategories}::integer[])[1 + n % 14], 'Dish ' || n, 'dish ' || n, r.latitude, r.longitude, r.cell5, r.cell7,
             floor(power(random(), -0.7))::integer - 1, 1, now() - random() * interval '300 days',
             case when random() < 0.001 then '{90}' else array[1 + floor(random() * 40)::integer, 41 + floor(random() * 40)::integer] end
        from generate_series(0, ${size.items - 1}::integer) n
        join restaurants r on r.id = 1 + n % (select max(id) from restaurants)`.execute(tx)
    await sql`
      insert into yolos (user_id, item_id, category_id, slot, description, created_at, cell5)
      select (select min(id) from users) + i.id / 14, i.id, i.category_id, 1, 'The best of its kind for miles, crisp and warm.', i.newest_yolo_at, i.cell5 from items i
       on conflict do nothing`.execute(tx)
  })
  await sql`vacuum (analyze) items, yolos, restaurants, users`.execute(database)
}
