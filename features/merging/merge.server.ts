import { sql, type RawBuilder } from 'kysely'
import { refillSlots } from '#features/restaurants/deletion/server.ts'
import type { Tx } from '#platform/server/services.ts'

/** Row `from` goes, row `into` stays. */
type Pair = { from: number; into: number; at: Date }

/**
 * Gives votes or reports to the one that stays, where their member has none there. Triggers count them as new:
 * votes_inserted and votes_deleted, item_reports_changed and restaurant_reports_changed.
 */
async function moveRows(tx: Tx, table: string, column: string, { from, into }: Pair) {
  const [rows, subject] = [sql.table(table), sql.ref(column)]
  await sql`
    insert into ${rows} (${subject}, user_id, created_at)
    select ${into}, user_id, created_at from ${rows} where ${subject} = ${from}
    on conflict do nothing`.execute(tx)
  await sql`delete from ${rows} where ${subject} = ${from}`.execute(tx)
}

/** Marks a row as merged. Rows that were merged into it earlier lead to the row that stays, too. */
const redirect = (tx: Tx, table: RawBuilder<unknown>, { from, into, at }: Pair) =>
  sql`
    update ${table} set merged_into = ${into}, deleted_at = coalesce(deleted_at, ${at})
     where id = ${from} or merged_into = ${from}`.execute(tx)

/** Merges two dishes of one restaurant and category. */
export async function mergeItemRows(tx: Tx, pair: Pair): Promise<void> {
  const { from, into } = pair
  // The triggers yolos_updated and yolos_deleted recount both dishes.
  await sql`
    update yolos y set item_id = ${into} where y.item_id = ${from}
       and not exists (select from yolos o where o.item_id = ${into} and o.user_id = y.user_id)`.execute(
    tx,
  )
  await sql`delete from yolos where item_id = ${from}`.execute(tx)
  // A favorite takes the place of its member's vote.
  await sql`
    delete from votes v using yolos y
     where y.item_id = ${into} and v.user_id = y.user_id and v.item_id in (${from}, ${into})`.execute(
    tx,
  )
  await moveRows(tx, 'votes', 'item_id', pair)
  await moveRows(tx, 'item_reports', 'item_id', pair)
  await sql`
    update items s set adjustment = s.adjustment + g.adjustment,
                       confirmed_at = greatest(s.confirmed_at, g.confirmed_at)
      from items g where s.id = ${into} and g.id = ${from}`.execute(tx)
  await redirect(tx, sql.table('items'), pair)
}

/** Merges two restaurants with their dishes. Dishes of one name and category become one. */
export async function mergeRestaurantRows(tx: Tx, pair: Pair): Promise<void> {
  const { from, into } = pair
  const { rows: twins } = await sql<{ from: number; into: number }>`
    select g.id as "from", coalesce(s.merged_into, s.id) as "into"
      from items g join items s using (category_id, name_key)
     where g.restaurant_id = ${from} and s.restaurant_id = ${into} and g.merged_into is null
     order by g.id`.execute(tx)
  for (const twin of twins) await mergeItemRows(tx, { ...pair, ...twin })
  // The trigger items_facts copies the restaurant's facts.
  await sql`
    update items i set restaurant_id = r.id, latitude = r.latitude, longitude = r.longitude, cell5 = r.cell5
      from restaurants r where r.id = ${into} and i.restaurant_id = ${from}
       and not exists (select from items o where o.restaurant_id = ${into}
                          and (o.category_id, o.name_key) = (i.category_id, i.name_key))`.execute(
    tx,
  )
  // A deleted dish and one that isn't may have become one.
  await sql`
    update yolos y set slot = null from items i
     where i.id = y.item_id and i.restaurant_id = ${into} and i.deleted_at is not null`.execute(tx)
  await refillSlots(tx, sql`i.restaurant_id = ${into}`)
  await moveRows(tx, 'restaurant_reports', 'restaurant_id', pair)
  await sql`
    update restaurants s
       set price_level = coalesce(s.price_level, g.price_level), website = coalesce(s.website, g.website),
           phone = coalesce(s.phone, g.phone), opening_hours = coalesce(s.opening_hours, g.opening_hours),
           cuisines = coalesce(s.cuisines, g.cuisines)
      from restaurants g where s.id = ${into} and g.id = ${from}`.execute(tx)
  await redirect(tx, sql.table('restaurants'), pair)
}
