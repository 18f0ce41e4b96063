import { categories } from '#domain/vocabulary/categories.ts'
import type { Output } from '#platform/contract/wire.ts'
import { cityCacheName, cityCachesOf, type Keeper } from './kept-caches.ts'

/**
 * A city of which all lists are kept. This record is an entry of the city's cache and is written after all others, so
 * that a city isn't shown as kept before all its lists are.
 */
export type KeptCity = { slug: string; name: string; bytes: number; at: string }

const record = '/kept-city'
/** The entry of a city's cache with the addresses of the restaurants in its lists, by their ids. */
const addressRecord = '/kept-addresses'
const listeners = new Set<() => void>()

/** Calls a listener whenever this tab has removed a city or has ended an attempt to keep one, successful or not. */
export function onKeptCities(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const tell = () => {
  for (const listener of listeners) listener()
}

export async function keptCitiesOf(keeper: Keeper): Promise<KeptCity[]> {
  const found = await Promise.all(
    (await cityCachesOf(keeper)).map(async ({ name }) => {
      const answer = await caches.match(record, { cacheName: name })
      return answer?.json().catch(() => undefined) as Promise<KeptCity | undefined>
    }),
  )
  return found.filter((city) => city !== undefined)
}

export async function keptAddressesOf(keeper: Keeper, slug: string) {
  const answer = await caches.match(addressRecord, { cacheName: cityCacheName(keeper, slug) })
  return (await answer?.json()) as Record<number, string> | undefined
}

export async function removeKeptCity(keeper: Keeper, slug: string): Promise<void> {
  await caches.delete(cityCacheName(keeper, slug))
  tell()
}

/** Measured sizes in bytes: of a page with fifty dishes, and of a photo that is 640 pixels wide. */
const pageBytes = 145_000
const photoBytes = 40_000

/** Estimates the size of a city's lists in bytes from the number of photos in one of them. */
export const estimatedBytes = (photos: number) =>
  categories.length * (pageBytes + photos * photoBytes)

type Progress = (done: number, all: number) => void

/**
 * Keeps all lists of a city with their photos and where their restaurants are. If the network fails, what has arrived
 * stays, and the next attempt fetches only the lists and the missing photos. If the storage is full, everything of the
 * city is deleted.
 */
export async function keepCity(
  keeper: Keeper,
  city: { slug: string; name: string },
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  const cacheName = cityCacheName(keeper, city.slug)
  const cache = await caches.open(cacheName)
  const paths = categories.map(({ slug }) => `/${slug}/${city.slug}`)
  let [bytes, done, all] = [0, 0, paths.length]
  const keep = async (path: string): Promise<Response> => {
    const known = isPhoto(path) ? await cache.match(path) : undefined
    const answer = known ?? (await fetch(path, { signal }))
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    if (!known) await cache.put(path, answer.clone())
    bytes += (await answer.clone().blob()).size
    progress(++done, all)
    return answer
  }
  try {
    const photos = new Set<string>()
    const addresses: Record<number, string> = {}
    for (const path of paths) {
      const page = new DOMParser().parseFromString(await (await keep(path)).text(), 'text/html')
      for (const photo of photosIn(page)) photos.add(photo)
      Object.assign(addresses, await loadAddresses(restaurantsIn(page), signal))
    }
    await cache.put(addressRecord, Response.json(addresses))
    all += photos.size
    const waiting = [...photos]
    const work = async () => {
      for (let path = waiting.pop(); path; path = waiting.pop()) await keep(path)
    }
    await Promise.all([work(), work(), work(), work()])
    const kept: KeptCity = { ...city, bytes, at: new Date().toISOString() }
    await cache.put(record, Response.json(kept))
  } catch (error) {
    if ((error as Error).name === 'QuotaExceededError') await caches.delete(cacheName)
    throw error
  } finally {
    tell()
  }
}

const isPhoto = (path: string) => path.startsWith('/api/')

/** Returns the addresses of a page's photos, in the size that suits a phone. */
function photosIn(page: Document): string[] {
  return [...page.querySelectorAll<HTMLImageElement>('img[srcset]')].flatMap((image) => {
    const path = /(\/api\/\S+) 640w/.exec(image.srcset)?.[1]
    return path ? [path] : []
  })
}

/** Returns the ids of the restaurants whose dishes a page lists. */
const restaurantsIn = (page: Document): string[] => [
  ...new Set(
    [...page.querySelectorAll('article a[href^="/restaurant/"]')].map(
      (link) => link.getAttribute('href')!.split('/')[2]!,
    ),
  ),
]

async function loadAddresses(ids: string[], signal: AbortSignal): Promise<Record<number, string>> {
  if (ids.length === 0) return {}
  const path = `/api/restaurants/addresses?ids=${ids.join(',')}`
  const answer = await fetch(path, { signal })
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  const found = (await answer.json()) as Output<'GET /restaurants/addresses'>
  return Object.fromEntries(found.map(({ id, address }) => [id, address]))
}
