import type { Point } from '#domain/position/miles.ts'
import { cacheName, cityCachesOf, type CacheKind } from './kept-caches.ts'
import { sessionKeeper } from './keeper.ts'

type Fields = Readonly<Record<string, unknown>>

/** An object somewhere in a kept answer, such as a card, a restaurant or a city. */
export type KeptObject = {
  fields: Fields
  /** The point from which the answer's distances are measured, or null if it is unknown. */
  from: Point | null
}

const kinds: CacheKind[] = ['lists', 'list calls', 'looked at', 'looked at calls', 'own']

/**
 * Returns every object in the pages and calls that this device keeps for the viewer, however deep. Callers recognize
 * what they look for by its fields, so they needn't know how a page arranges its data.
 */
export async function keptObjects(): Promise<KeptObject[]> {
  const keeper = sessionKeeper()
  if (!keeper || !('caches' in globalThis)) return []
  const cities = (await cityCachesOf(keeper)).map(({ name }) => name)
  const names = [...kinds.map((kind) => cacheName(keeper, kind)), ...cities]
  const found = (await Promise.all(names.map(objectsOfCache))).flat()
  // Someone may have logged out meanwhile.
  return sessionKeeper() === keeper ? found : []
}

async function objectsOfCache(name: string): Promise<KeptObject[]> {
  if (!(await caches.has(name))) return []
  const cache = await caches.open(name)
  const requests = await cache.keys()
  const objects = requests.map(async (request) => {
    const answer = await cache.match(request, { ignoreVary: true })
    const all = [...nestedObjects(await dataOf(answer))]
    const from = pointIn(request.url) ?? all.map(({ point }) => asPoint(point)).find(Boolean)
    return all.map((fields) => ({ fields, from: from ?? null }))
  })
  return (await Promise.all(objects)).flat()
}

/** Returns a call's answer or the data within a page, or null for anything else. */
async function dataOf(answer: Response | undefined): Promise<unknown> {
  const type = answer?.headers.get('content-type') ?? ''
  try {
    if (type.startsWith('application/json')) return await answer!.json()
    if (!type.startsWith('text/html')) return null
    const page = /<script type="application\/json" id="page-data">(.*?)<\/script>/s
    return JSON.parse(page.exec(await answer!.text())![1]!)
  } catch {
    // The browser has lost a part of this entry.
    return null
  }
}

function* nestedObjects(value: unknown): Generator<Fields> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value as Fields
  for (const inner of Object.values(value)) yield* nestedObjects(inner)
}

const pointIn = (url: string) => {
  const { searchParams } = new URL(url)
  const [latitude, longitude] = ['latitude', 'longitude'].map((key) => searchParams.get(key))
  return latitude && longitude ? asPoint({ latitude: +latitude, longitude: +longitude }) : null
}

export function asPoint(value: unknown): Point | null {
  const { latitude, longitude } = (value ?? {}) as Partial<Point>
  return Number.isFinite(latitude) && Number.isFinite(longitude)
    ? { latitude: latitude!, longitude: longitude! }
    : null
}
