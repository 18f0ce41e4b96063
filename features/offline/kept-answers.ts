import type { Point } from '#domain/position/miles.ts'
import { dataOf, type Fields, nestedObjects, pointInQuery, pointOfPage } from './answer-data.ts'
import { cacheName, cityCachesOf, type CacheKind } from './kept-caches.ts'
import { sessionKeeper } from './keeper.ts'

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
    const from = pointInQuery(new URL(request.url).searchParams) ?? pointOfPage(all)
    return all.map((fields) => ({ fields, from }))
  })
  return (await Promise.all(objects)).flat()
}
