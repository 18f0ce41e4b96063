import { sql } from 'kysely'
import { likeness, readName } from '#features/items/names.ts'
import { pauses } from '#platform/server/pauses.ts'
import type { Database } from '#platform/server/services.ts'

/**
 * Maximum number of dishes per restaurant and category that are compared, each with every other one. No menu has more
 * dishes that someone saved.
 */
export const compared = 150

type Named = { id: number; name: string }
type Pair<Dish> = { goes: Dish; stays: Dish; likeness: 'spelling' | 'typo' }

/**
 * Yields each dish with the first one before it whose name is like its own, so that there are fewer pairs than dishes,
 * however many are alike. The dishes must be of one restaurant and category, those that most members saved first. A pair
 * on which an admin has decided is skipped, and the next dish that is alike takes its place.
 */
export async function* pairsOf<Dish extends Named>(
  dishes: Dish[],
  isDecided: (one: Dish, other: Dish) => boolean,
): AsyncGenerator<Pair<Dish>> {
  const read = dishes.map(({ name }) => readName(name))
  for (const [at, goes] of dishes.entries())
    for (const [before, stays] of dishes.slice(0, at).entries()) {
      if (pauses.isDue()) await pauses.pause()
      const alike = likeness(read[at]!, read[before]!)
      if (!alike || isDecided(goes, stays)) continue
      yield { goes, stays, likeness: alike }
      break
    }
}

/** Returns a function that says whether an admin has decided on two dishes of the restaurants `from` to `to`. */
export async function decidedPairs(database: Database, from: number, to: number) {
  const { rows } = await sql<{ item_id: number; other_id: number }>`
    select p.item_id, p.other_id from near_same_items p join items i on i.id = p.item_id
     where i.restaurant_id between ${from} and ${to} and p.settled_at is not null`.execute(database)
  const keys = new Set(rows.map(({ item_id, other_id }) => `${item_id} ${other_id}`))
  return (one: Named, other: Named) =>
    keys.has(`${Math.min(one.id, other.id)} ${Math.max(one.id, other.id)}`)
}
