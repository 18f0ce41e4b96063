import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { loadCards } from '../../features/items/cards.server.ts'
import { compactCard } from '../../features/items/listed-card.ts'
import { createDatabase } from '../../platform/server/database/database.ts'
import { rowsOf } from './copy.ts'

/** A listed dish with the whole card that a listing shows. */
export type Dish = {
  id: number
  category: number
  latitude: number
  longitude: number
  upvotes: number
  favourites: number
  /** Time of the newest favorite, in microseconds since 1970. */
  newest: number
  tags: number[]
  card: object
}

const atOnce = 1_000

export async function* dishesOf(source: string): AsyncGenerator<Dish> {
  const database = createDatabase(new pg.Pool({ connectionString: source, max: 1 }))
  const select = `select id, category_id, latitude, longitude, upvote_count, counted_yolos,
    (extract(epoch from newest_counted_at) * 1000000)::bigint, array_to_string(tags, ',') from items where listed`
  async function* withCards(dishes: Omit<Dish, 'card'>[]) {
    const ids = dishes.map(({ id }) => id)
    const cards = new Map((await loadCards(database, ids, null)).map((card) => [card.id, card]))
    for (const dish of dishes) yield { ...dish, card: compactCard(cards.get(dish.id)!) }
  }
  try {
    let some: Omit<Dish, 'card'>[] = []
    for await (const row of rowsOf(source, select)) {
      const [id, category, latitude, longitude, upvotes, favourites, newest] = row.map(Number) as [
        number,
        ...number[],
      ]
      const tags = row[7]!.split(',').filter(Boolean).map(Number)
      some.push({
        id,
        category: category!,
        latitude: latitude!,
        longitude: longitude!,
        upvotes: upvotes!,
        favourites: favourites!,
        newest: newest!,
        tags,
      })
      if (some.length === atOnce) yield* withCards(some.splice(0))
    }
    yield* withCards(some)
  } finally {
    await database.destroy()
  }
}

/** Copies all listed dishes into a product's own table. */
export async function copyDishes(
  source: string,
  target: string,
  table: string,
  fieldsOf: (dish: Dish) => Record<string, string | number>,
): Promise<void> {
  const client = new pg.Client({ connectionString: target })
  await client.connect()
  const escaped = (value: string | number) =>
    String(value).replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n')
  try {
    const dishes = dishesOf(source)
    const { value: first } = (await dishes.next()) as { value: Dish }
    const columns = Object.keys(fieldsOf(first)).map((name) => `"${name}"`)
    const line = (dish: Dish) => `${Object.values(fieldsOf(dish)).map(escaped).join('\t')}\n`
    const lines = async function* () {
      yield line(first)
      for await (const dish of dishes) yield line(dish)
    }
    const copied = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`))
    await pipeline(Readable.from(lines()), copied)
  } finally {
    await client.end()
  }
}
