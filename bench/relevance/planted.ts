import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { nameKeys } from '../../features/accounts/names/user-name.ts'
import { nameKey } from '../../features/items/names.ts'
import type { Database } from '../../platform/server/services.ts'
import { generator } from '../centres.ts'
import { memberNames, modernDishes, plantedCities } from './planted.data.ts'

type Named = { name: string; category: number; tags?: number[] }

/** Returns the dish names of the shared lists, each with the category in which it would be saved. */
function listed(folder: string): Named[] {
  const read = (file: string) =>
    JSON.parse(readFileSync(join(folder, 'dishes', file), 'utf8')) as Record<string, never[]>
  const texts = (list: unknown[] | undefined) => (list ?? []) as string[]
  const sandwiches = (read('sandwiches.json').sandwiches ?? []) as { name: string }[]
  return [
    ...texts(read('menu-items.json').menuItems).map((name) => ({ name, category: guessed(name) })),
    ...texts(read('iba-cocktails.json').cocktails).map((name) => ({ name, category: 9 })),
    ...sandwiches.map(({ name }) => ({ name: `${name} sandwich`, category: 13 })),
    ...texts(read('pizzaToppings.json').pizzaToppings).map((name) => ({
      name: `Pizza with ${name}`,
      category: 2,
    })),
    ...texts(read('breads-and-pastries.json').pastries).map((name) => ({ name, category: 6 })),
    ...texts(read('breads-and-pastries.json').breads).map((name) => ({ name, category: 5 })),
    ...modernDishes,
  ]
}

function guessed(name: string) {
  if (/ice cream|pie|cake|pudding|ices?\b|charlotte|sherbet/i.test(name)) return 6
  if (/tea|cocoa|milk|water|seltzer|soda/i.test(name)) return 12
  if (/coffee|noir/i.test(name)) return 11
  if (/soup|consomm|oyster|clam|cocktail|olives|caviar/i.test(name)) return 4
  if (/potato|salad|beans|peas|rice|celery|spinach/i.test(name)) return 5
  if (/egg|omelet|toast/i.test(name)) return 7
  return 1
}

/** Adds each dish at up to eight real restaurants in a few cities. Few dishes get many votes, as on a real site. */
export async function plant(database: Database, folder: string): Promise<void> {
  const random = generator(42)
  const restaurants: number[] = []
  for (const { latitude, longitude } of plantedCities) {
    const { rows } = await sql<{ id: number }>`
      select id from restaurants
       where latitude between ${latitude - 0.15} and ${latitude + 0.15}
         and longitude between ${longitude - 0.2} and ${longitude + 0.2}
       order by id limit 150`.execute(database)
    restaurants.push(...rows.map(({ id }) => id))
  }
  await database.transaction().execute(async (tx) => {
    for (const name of ['Twenty', ...memberNames])
      await tx
        .insertInto('users')
        .values({
          ...(name === 'Twenty' ? { id: 20 } : {}),
          user_name: name,
          ...nameKeys(name),
          email_verified_at: new Date(),
        })
        .execute()
    const rows = listed(folder).flatMap(({ name, category, tags = [] }) => {
      const places = new Set(
        Array.from({ length: 8 }, () => restaurants[Math.floor(random() * restaurants.length)]!),
      )
      return [...places].map((place) => {
        const votes = Math.floor(3 / (random() + 0.01))
        return { place, category, name, key: nameKey(name), votes, tags }
      })
    })
    // Turn off triggers, and write what they would write all at once.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      create temp table planted on commit drop as
      select distinct on (place, category, key) * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as row (place integer, category smallint, name text, key text, votes integer, tags integer[])`.execute(
      tx,
    )
    await sql`analyze planted`.execute(tx)
    await sql`
      insert into items (restaurant_id, category_id, name, name_key, adjustment, latitude, longitude, cell5,
                         tags, yolo_count, counted_yolos, newest_yolo_at, newest_counted_at)
      select r.id, category, p.name, key, votes, latitude, longitude, cell5, p.tags, 1, 1, now(), now()
        from planted p join restaurants r on r.id = place`.execute(tx)
    await sql`
      insert into yolos (user_id, item_id, category_id, slot, cell5)
      select 20, id, category_id, null, cell5 from items`.execute(tx)
    await sql`
      insert into yolo_tags (yolo_id, tag_id)
      select y.id, unnest(i.tags) from yolos y join items i on i.id = y.item_id`.execute(tx)
    await sql`select renew_item_words(array(select id from items))`.execute(tx)
    await sql`select learn_words(array(select unnest(search_words(search_fold(name))) from items), 3::smallint)`.execute(
      tx,
    )
  })
  await sql`vacuum analyze`.execute(database)
}
