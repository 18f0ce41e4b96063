import { latLngToCell } from 'h3-js'
import { sql } from 'kysely'
import type { Database } from '#platform/server/services.ts'

export type Size = { items: number; restaurants: number; cities: number }

/** The densest city: its centre is where the ranking is measured. */
export const densest = { latitude: 40.7536, longitude: -73.9832 }

const foodCategories = [1, 2, 3, 4, 5, 6, 7, 13, 14, 8, 9, 10, 11, 12]

function generator(seed: number) {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

/**
 * Fills a migrated database: cities by Zipf's law, restaurants in a normal cloud of about 8 miles
 * round each, ten dishes a restaurant, counts as a long tail. Triggers sleep meanwhile; the counts are written as they would leave them.
 */
export async function fill(database: Database, size: Size): Promise<void> {
  const random = generator(42)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const centres = Array.from({ length: size.cities }, (_, n) =>
    n === 0 ? densest : { latitude: 25 + random() * 24, longitude: -120 + random() * 45 },
  )
  const weights = centres.map((_, n) => 1 / (n + 1))
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  const columns = {
    name: [] as string[],
    latitude: [] as number[],
    longitude: [] as number[],
    cell5: [] as string[],
    cell7: [] as string[],
  }
  centres.forEach((centre, city) => {
    const count = Math.round((weights[city]! / whole) * size.restaurants)
    for (let n = 0; n < count; n++) {
      const latitude = centre.latitude + normal() * 0.08
      const longitude = centre.longitude + normal() * 0.1
      columns.name.push(`Restaurant ${city}-${n}`)
      columns.latitude.push(latitude)
      columns.longitude.push(longitude)
      columns.cell5.push(String(BigInt(`0x${latLngToCell(latitude, longitude, 5)}`)))
      columns.cell7.push(String(BigInt(`0x${latLngToCell(latitude, longitude, 7)}`)))
    }
  })
  await database.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`
      insert into restaurants (place_id, name, name_key, address, latitude, longitude, cell5, cell7, city_label, city_slug, time_zone, source)
      select 'bench:' || row_number() over (), name, lower(name), '1 Bench Street', latitude, longitude, cell5, cell7, 'Bench', 'bench', 'UTC', 'bench'
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
