import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { categoryBySlug } from '#features/categories/categories.ts'
import type { Card } from '#features/items/contract.ts'
import { notFound, unavailable } from '#platform/contract/failure.ts'
import { png, type PictureFacts } from './picture.server.ts'

/** Runs a call as the visitor: a picture shows what its page shows to everyone. */
export type Ask = (route: string, input: object) => Promise<unknown>
export type Picture = { png: Buffer; etag: string }

const home: PictureFacts = { above: '', title: 'The best bite near you, two taps away', dishes: [] }
const plainName = (city: string) => city.replace(/, US$/, '')

const asDish = ({ itemName, restaurantName, cityName, upvoteCount }: Card, city?: string) => ({
  name: itemName,
  where: city ? restaurantName : `${restaurantName} · ${plainName(cityName)}`,
  votes: upvoteCount,
})

type Kind = { pattern: RegExp; facts(ask: Ask, ...parts: string[]): Promise<PictureFacts> }

const idOf = (text: string) => {
  const id = Number(text)
  if (!Number.isSafeInteger(id) || id < 1 || id > 2_147_483_647) throw notFound()
  return id
}

const kinds: Kind[] = [
  { pattern: /^site$/, facts: async () => home },
  {
    pattern: /^category\/([a-z-]{1,40})(?:\/([^/]{1,200}))?$/,
    async facts(ask, slug = '', citySlug) {
      const category = categoryBySlug(slug)
      if (!category) throw notFound()
      const { latitude, longitude, name } = citySlug
        ? ((await ask('GET /cities/:slug', { slug: citySlug })) as Record<string, unknown>)
        : {}
      const city = typeof name === 'string' ? plainName(name) : undefined
      const { nearBy, top } = (await ask('GET /yolos', {
        category: category.id,
        ...(city ? { latitude, longitude } : {}),
      })) as { nearBy: Card[]; top: Card[] }
      return {
        above: 'The best',
        title: city ? `${category.name} in ${city}` : category.name,
        dishes: (city ? nearBy : top).slice(0, 3).map((card) => asDish(card, city)),
      }
    },
  },
  {
    pattern: /^restaurant\/(\d{1,10})$/,
    async facts(ask, id = '') {
      const { restaurant, items } = (await ask('GET /restaurants/:id', { id: idOf(id) })) as {
        restaurant: { name: string; cityName: string }
        items: Card[]
      }
      return {
        above: `What to order · ${plainName(restaurant.cityName)}`,
        title: restaurant.name,
        dishes: items.slice(0, 3).map((card) => ({ ...asDish(card), where: '' })),
      }
    },
  },
  {
    pattern: /^member\/(\d{1,10})$/,
    async facts(ask, id = '') {
      const { userName, items } = (await ask('GET /users/:id', { id: idOf(id) })) as {
        userName: string
        items: Card[]
      }
      return {
        above: 'Favorites of',
        title: userName,
        dishes: items.slice(0, 3).map((card) => asDish(card)),
      }
    },
  },
]

const fresh = 10 * 60_000
/** So many wait for the pencil at the most; a picture takes about 0.1 s. */
const patience = 30

/** One picture is drawn at a time, so that a crowd of previews never slows down the pages. */
export function pictures(ask: Ask, draw = png) {
  const drawn = new LRUCache<string, Promise<Picture>>({ max: 300, ttl: fresh })
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  async function make(name: string): Promise<Picture> {
    for (const { pattern, facts } of kinds) {
      const found = pattern.exec(name)
      if (!found) continue
      const known = await facts(ask, ...found.slice(1))
      if (waiting >= patience) throw unavailable()
      waiting++
      const mine = last.then(() => draw(known)).finally(() => waiting--)
      last = mine.catch(() => {})
      const image = await mine
      const digest = createHash('sha256').update(image).digest('base64url')
      return { png: image, etag: `"${digest.slice(0, 22)}"` }
    }
    throw notFound()
  }

  return {
    has: (name: string) => drawn.has(name),
    get(name: string): Promise<Picture> {
      const known = drawn.get(name)
      if (known) return known
      const picture = make(name)
      drawn.set(name, picture)
      // A refusal is told to those who waited for it, and to nobody after.
      picture.catch(() => drawn.delete(name))
      return picture
    },
  }
}
