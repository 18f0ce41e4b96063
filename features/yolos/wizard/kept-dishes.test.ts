import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { cacheName, cityCacheName, type Keeper } from '#features/offline/kept-caches.ts'
import { keptCities, keptRestaurants } from '#features/places/kept-places.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { memoryStorage } from '#platform/testing/browser.ts'
import type { Person } from '#platform/testing/people.ts'
import { renderPage } from '#platform/testing/render-page.ts'
import { endSession, startSession } from '#platform/web/session/session.ts'
import { keptDishes } from './kept-dishes.ts'

// What a device kept of a real server's pages and calls, and what can be saved with it.

const middle = { latitude: 44.98, longitude: -93.26 }
let app: TestApp
let member: Person
let near: { id: number; placeId: string }
let far: { id: number; placeId: string }
let stored: Map<string, Map<string, Response>>

beforeAll(async () => {
  app = await testApp()
  member = await app.member()
  far = await app.restaurant({ name: 'Kellerbar Süd', latitude: 44.99, longitude: -93.4 })
  near = await app.restaurant({ name: 'The Keller Tap', ...middle })
  for (const [{ placeId }, itemName] of [
    [far, 'Far Burger'],
    [near, 'Near Burger'],
  ] as const)
    await app.post('/api/yolos', { placeId, categoryId: 3, itemName }, { as: await app.member() })
})

const logIn = ({ id, name, email, token }: Person) =>
  startSession({ id, name, email, token, expires: '2999-01-01T00:00:00Z', verified: true })

beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('sessionStorage', memoryStorage())
  vi.stubGlobal('caches', {
    keys: async () => [...stored.keys()],
    has: async (name: string) => stored.has(name),
    open: async (name: string) => ({
      keys: async () => [...stored.get(name)!.keys()].map((url) => ({ url })),
      match: async ({ url }: Request) => stored.get(name)!.get(url)!.clone(),
    }),
  })
  logIn(member)
})

const keepIn = (name: string, path: string, body: string, type: string) => {
  const cache = stored.get(name) ?? new Map<string, Response>()
  const answer = new Response(body, { headers: { 'content-type': type } })
  stored.set(name, cache.set(`http://yolo.test${path}`, answer))
}
const keepCall = async (name: string, path: string) =>
  keepIn(name, path, (await app.get(path)).text, 'application/json; charset=utf-8')
const keepPage = async (name: string, path: string) =>
  keepIn(name, path, (await renderPage(app, path)).html, 'text/html')

const mine = (kind: 'lists' | 'list calls' | 'looked at calls') =>
  cacheName(`member ${member.id}`, kind)
const list = '/burgers/minneapolis-mn-us'
const listCall = `/api/yolos?category=3&latitude=44.98&longitude=-93.26&distanceMiles=20`
const names = async (typed: string) =>
  (await keptRestaurants(typed, middle)).map(({ name }) => name)

it.each([
  ['a page', () => keepPage(mine('lists'), list)],
  ['a call', () => keepCall(mine('list calls'), listCall)],
  ['a kept city', () => keepPage(cityCacheName(`member ${member.id}`, 'minneapolis-mn-us'), list)],
])(
  'of %s the restaurants are found by the beginnings of words, the nearest first',
  async (_, keep) => {
    await keep()
    expect(await names('keller')).toEqual(['The Keller Tap', 'Kellerbar Süd'])
    expect(await names('sud kel')).toEqual(['Kellerbar Süd'])
    expect(await names('eller')).toEqual([])
    expect(await names('')).toEqual(['The Keller Tap', 'Kellerbar Süd'])
  },
)

it('what is picked on the device is saved, the known dish and a new one', async () => {
  await keepPage(mine('lists'), list)
  const [found] = await keptRestaurants('tap', middle)
  expect(found).toMatchObject({ id: String(near.id), distanceMiles: null })
  const [dish] = await keptDishes(found!.id)
  expect(dish).toMatchObject({ itemName: 'Near Burger', categoryId: 3, used: false })
  const picked = { placeId: found!.id, categoryId: 3 }
  const known = { ...picked, itemId: dish!.id, itemName: dish!.itemName }
  const saved = await app.post('/api/yolos', known, { as: member })
  expect(saved).toMatchObject({ status: 200, body: { itemId: dish!.id, restaurantId: near.id } })
  const added = { ...picked, itemName: 'New Burger' }
  const other = await app.post('/api/yolos', added, { as: member })
  expect(other).toMatchObject({ status: 200, body: { restaurantId: near.id } })
})

it('a restaurant that was looked at has its place id, address and exact distance', async () => {
  await keepPage(mine('lists'), list)
  await keepCall(mine('looked at calls'), `/api/restaurants/${far.id}`)
  const [found] = await keptRestaurants('sud', middle)
  expect(found).toMatchObject({ id: far.placeId, restaurantId: far.id })
  expect(found!.distanceMiles).toBeCloseTo(6.9, 0)
  expect((await keptDishes(far.placeId)).map(({ itemName }) => itemName)).toEqual(['Far Burger'])
})

it('a city is suggested if its list is kept', async () => {
  await keepPage(mine('lists'), list)
  const [city] = await keptCities('minn')
  expect(city).toMatchObject({ name: 'Minneapolis, MN, US', slug: 'minneapolis-mn-us' })
  expect(city!.latitude).toBeCloseTo(44.98, 1)
  expect(await keptCities('los')).toEqual([])
})

it('nothing is found of another member, of a visitor, after a log-out, or in a broken entry', async () => {
  const others: Keeper[] = ['visitor', `member ${member.id + 1}`]
  for (const keeper of others) await keepPage(cacheName(keeper, 'lists'), list)
  keepIn(mine('lists'), '/pizza/x', '<p>Log in to the hotel’s network</p>', 'text/html')
  keepIn(mine('list calls'), '/api/yolos', '{', 'application/json')
  expect(await names('')).toEqual([])
  stored.clear()
  await keepPage(mine('lists'), list)
  expect(await names('')).toHaveLength(2)
  endSession()
  expect(await names('')).toEqual([])
})
