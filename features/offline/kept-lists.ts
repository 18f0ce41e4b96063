import { defaultDistance } from '#domain/position/distances.ts'
import { milesBetween, type Point } from '#domain/position/miles.ts'
import { categoryBySlug } from '#domain/vocabulary/categories.ts'
import { asPoint, dataOf, nestedObjects, pointInQuery, pointOfPage } from './answer-data.ts'
import { cacheName, cityCachesOf, type Keeper, keptPathsIn, visitsOf } from './kept-caches.ts'

/** A category's list that is on this device, and the point that it is around, or null if the device doesn't know it. */
export type KeptList = { path: string; point: Point | null }

/**
 * Returns the lists of a category, given by its path, or those of all categories: first those that were looked at, the
 * latest first, then those of kept cities. A visited list whose address names no city or point is left out, because its
 * page would ask for the list of the chosen city.
 */
export async function keptListsOf(keeper: Keeper, category?: string): Promise<KeptList[]> {
  const cities = (await cityCachesOf(keeper)).map(({ name }) => name)
  const names = [cacheName(keeper, 'lists'), cacheName(keeper, 'list calls'), ...cities]
  const visited = (await visitsOf(keeper)).map(({ path }) => path)
  const paths = [...visited, ...(await Promise.all(cities.map(keptPathsIn))).flat()]
  const lists = paths.filter((path) => {
    const [, slug = ''] = /^\/([\w-]+)(?:\/|\?latitude=)/.exec(path) ?? []
    return categoryBySlug(slug) && (!category || category === `/${slug}`)
  })
  return Promise.all(lists.map(async (path) => ({ path, point: await pointOf(path, names) })))
}

/**
 * Returns a list's point: that in its address, else that of the city in its path, from the city's call or from the page
 * itself, whichever of them these caches have.
 */
async function pointOf(path: string, names: string[]): Promise<Point | null> {
  const { pathname, searchParams } = new URL(path, location.origin)
  const asked = pointInQuery(searchParams)
  if (asked) return asked
  const answer = async (address: string) => {
    for (const name of names) {
      const found = await caches.match(address, { cacheName: name, ignoreVary: true })
      if (found) return dataOf(found)
    }
    return null
  }
  const city = asPoint(await answer(`/api/cities/${pathname.split('/')[2]}`))
  return city ?? pointOfPage(nestedObjects(await answer(path)))
}

const placeKeys = ['latitude', 'longitude', 'distanceMiles']

const isFiltered = (searchParams: URLSearchParams) =>
  [...searchParams.keys()].some((key) => !placeKeys.includes(key))

/**
 * Returns the address of the list to show for a category without a city in its path. If the address has a point, it is
 * the nearest list that reaches that point, otherwise the first of `lists`; one with filters only if there is no other.
 * Null if there is none, or if the address contains filters.
 */
export function keptListFor(lists: KeptList[], address: URL): string | null {
  const { pathname, searchParams } = address
  if (isFiltered(searchParams)) return null
  const ofCategory = lists
    .filter(({ path }) => /^\/[^/?]*/.exec(path)![0] === pathname)
    .map((list) => ({
      ...list,
      filters: Number(isFiltered(new URLSearchParams(list.path.split('?')[1]))),
    }))
    .toSorted((a, b) => a.filters - b.filters)
  const point = pointInQuery(searchParams)
  if (!point) return ofCategory[0]?.path ?? null
  const [nearest] = ofCategory
    .map((list) => ({ ...list, miles: list.point ? milesBetween(point, list.point) : Infinity }))
    .filter(({ path, miles }) => miles <= reachOf(path))
    .toSorted((a, b) => a.filters - b.filters || a.miles - b.miles)
  return nearest?.path ?? null
}

/** Returns how far a list reaches around its point, in miles. */
const reachOf = (path: string) =>
  Number(new URLSearchParams(path.split('?')[1]).get('distanceMiles')) || defaultDistance
