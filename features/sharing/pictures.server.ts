import { createHash } from 'node:crypto'
import { categoryById, categoryBySlug } from '#domain/vocabulary/categories.ts'
import { pluralNoun } from '#domain/vocabulary/category-nouns.ts'
import { expandCard } from '#features/items/listed-card.ts'
import type { Card } from '#features/items/contract.ts'
import { notFound } from '#platform/contract/failure.ts'
import { parseId } from '#platform/text/id.ts'
import { countWithNoun } from '#platform/text/plural.ts'
import type { RunCall } from '#platform/contract/wire.ts'
import type { RunAsVisitor } from '#platform/server/feature.ts'
import { networkOf } from '#platform/server/http/limits.ts'
import { createConcurrencyLimit } from '#platform/server/http/overload/concurrency-limit.ts'
import { createSharedTurns } from '#platform/server/http/overload/shared-turns.ts'
import { megabytesToBytes, promiseCache } from '#platform/server/cache.ts'
import { picturePng, type SharePictureContent } from './picture.server.ts'

/** Returns the file of a photo by the `image` of its yolo, or null if it doesn't exist. Throws if the store fails. */
export type ReadPhoto = (image: string) => Promise<Buffer | null>
export type RenderedSharePicture = { png: Buffer; etag: string }

const home: SharePictureContent = {
  subtitle: '',
  title: 'The best bite near you, two taps away',
  dishes: [],
}
const plainName = (city: string) => city.replace(/, US$/, '')

const asDish = ({ itemName, restaurantName, cityName, upvoteCount }: Card, city?: string) => ({
  name: itemName,
  where: city ? restaurantName : `${restaurantName} · ${plainName(cityName)}`,
  votes: upvoteCount,
})

function notServed({ closed, gone }: Pick<Card, 'closed' | 'gone'>): string | null {
  if (closed) return 'Members say it has closed'
  return gone ? 'No longer on the menu' : null
}

type Facts = SharePictureContent & { image?: string | undefined }
type Kind = { pattern: RegExp; facts(ask: RunCall, ...parts: string[]): Promise<Facts> }

/** Each picture has one address, so that other notations of its id don't fill the cache. */
const idOf = (text: string) => {
  const id = parseId(text)
  if (id === null) throw notFound()
  return id
}

const kinds: Kind[] = [
  { pattern: /^site$/, facts: async () => home },
  {
    pattern: /^category\/([a-z-]{1,40})(?:\/([^/]{1,200}))?$/,
    async facts(ask, slug = '', citySlug) {
      const category = categoryBySlug(slug)
      if (!category) throw notFound()
      const found = citySlug ? await ask('GET /cities/:slug', { slug: citySlug }) : null
      const city = found ? plainName(found.name) : undefined
      const { nearBy, top } = await ask('GET /yolos', {
        category: category.id,
        ...(found ? { latitude: found.latitude, longitude: found.longitude } : {}),
      })
      const dishes = (city ? nearBy : top).slice(0, 3).map((card) => asDish(expandCard(card), city))
      const around = city ? ` around ${city}` : ''
      return dishes.length > 0
        ? {
            subtitle: 'The best',
            title: `${category.name}${city ? ` in ${city}` : ''}`,
            dishes,
            ranked: true,
          }
        : {
            subtitle: '',
            title: `Nobody has saved any ${pluralNoun(category.id)}${around} yet`,
            dishes,
          }
    },
  },
  {
    pattern: /^restaurant\/(\d{1,10})$/,
    async facts(ask, id = '') {
      const { restaurant, items } = await ask('GET /restaurants/:id', { id: idOf(id) })
      return {
        subtitle: [
          restaurant.closed ? 'Closed' : items.length > 0 && 'What to order',
          plainName(restaurant.cityName),
        ]
          .filter(Boolean)
          .join(' · '),
        title: restaurant.name,
        dishes: items.slice(0, 3).map((card) => ({ ...asDish(card), where: '' })),
        ranked: true,
      }
    },
  },
  {
    pattern: /^dish\/(\d{1,10})$/,
    async facts(ask, id = '') {
      const dish = await ask('GET /items/:id', { id: idOf(id) })
      const { upvoteCount: votes, rank } = dish
      const kind = categoryById(dish.categoryId)?.name ?? ''
      return {
        subtitle: `${dish.restaurantName}\n${plainName(dish.cityName)}`,
        title: dish.name,
        dishes: [],
        line:
          notServed(dish) ??
          [
            rank && `No. ${rank.place} in ${kind} near ${plainName(rank.within)}`,
            votes > 0 && countWithNoun(votes, 'upvote'),
          ]
            .filter(Boolean)
            .join(' · '),
        image: dish.photo?.image,
      }
    },
  },
  {
    pattern: /^member\/(\d{1,10})$/,
    async facts(ask, id = '') {
      const { userName, items } = await ask('GET /users/:id', { id: idOf(id) })
      return {
        subtitle: items.length > 0 ? 'Favorites of' : 'No favorites yet',
        title: userName,
        dishes: items.slice(0, 3).map((card) => asDish(card)),
      }
    },
  },
]

const fresh = 10 * 60_000
/**
 * Milliseconds to cache a dish's picture. It is short because the picture can contain a member's photo, which may be
 * taken down.
 */
const freshWithPhoto = 60_000

export const isDishPicture = (name: string) => name.startsWith('dish/')
export const isMemberPicture = (name: string) => name.startsWith('member/')
/** How many pictures are loaded and drawn, how many networks may wait for one, and for how many milliseconds. */
const turns = {
  running: { all: 4, prefix: 2, network: 1 },
  most: { all: 100, network: 5 },
  patience: 8_000,
}

/**
 * Draws and caches pictures, which show only what everyone sees on their pages. Networks take turns: the facts of a few
 * pictures are loaded at a time, and one at a time is drawn (in about 0.1 s), so that many previews at once don't slow
 * down the pages.
 */
export function createSharePictures(
  asVisitor: RunAsVisitor,
  draw = picturePng,
  readPhoto: ReadPhoto = async () => null,
) {
  const sizeOf = (picture: RenderedSharePicture) => picture.png.length
  const lists = promiseCache<RenderedSharePicture>({
    name: 'shared pictures',
    bytes: megabytesToBytes(3),
    ttl: fresh,
    sizeOf,
  })
  const photos = promiseCache<RenderedSharePicture>({
    name: 'shared pictures with a photo',
    bytes: megabytesToBytes(3),
    ttl: freshWithPhoto,
    sizeOf,
  })
  const drawn = (name: string) => (isDishPicture(name) ? photos : lists)
  const inTurn = createSharedTurns<RenderedSharePicture>(turns)
  const drawings = createConcurrencyLimit({ most: {}, running: { all: 1 } })

  async function load(name: string, ip: string): Promise<SharePictureContent> {
    const kind = kinds.find(({ pattern }) => pattern.test(name))
    if (!kind) throw notFound()
    const parts = kind.pattern.exec(name)!.slice(1)
    const { image, ...told } = await kind.facts(asVisitor(ip, name), ...parts)
    // If the store fails, the picture is drawn without the photo, and cached no longer than others of dishes.
    const photo = image && (await readPhoto(image).catch(() => null))
    return photo ? { ...told, photo } : told
  }

  async function make(name: string, ip: string): Promise<RenderedSharePicture> {
    const told = await load(name, ip)
    const image = await drawings.run({ network: networkOf(ip) }, () => draw(told))
    const digest = createHash('sha256').update(image).digest('base64url')
    return { png: image, etag: `"${digest.slice(0, 22)}"` }
  }

  return {
    has: (name: string) => drawn(name).has(name),
    /** Returns a picture. If it must be drawn, it counts as a request of the address's network until then. */
    async get(name: string, ip: string): Promise<RenderedSharePicture> {
      const [, member] = /^member\/(\d+)$/.exec(name) ?? []
      // The cached picture must not be served if its member is no longer shown.
      if (member && drawn(name).has(name))
        await asVisitor(ip)('GET /users/:id', { id: idOf(member) })
      const get = () => drawn(name).get(name, () => make(name, ip))
      return drawn(name).has(name) ? get() : inTurn(name, networkOf(ip), get)
    },
  }
}
