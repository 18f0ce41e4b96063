import { beforeAll, describe, expect, it } from 'vitest'
import type { AnyCall } from '#platform/contract/call.ts'
import { calls as allCalls } from '#app/contract.ts'
import { readSitemap } from '#features/sharing/sitemap.testing.ts'
import { addressOfGet, openWorld, type World } from '#platform/testing/access-world.ts'
import { onFileEnd } from '#platform/testing/afterwards.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { until } from '#platform/testing/until.ts'
import { screensOf } from '../../e2e/looks/screens.ts'
import { samples } from '../access-samples.ts'
import { startServers } from './servers.ts'

// Everything that a visitor can read is asked while only a replica is there, so that a new call can't forget it.

/** Statuses that differ from those of the access matrix. */
const statuses: Record<string, number> = {
  // Tells balancers that members can’t be served.
  'GET /health/ready': 503,
  // The dish exists.
  'GET /restaurant-items': 409,
}
const reads = allCalls.filter(
  ({ route, access, unsafeGet }: AnyCall) =>
    route.startsWith('GET ') && access === 'anyone' && !unsafeGet,
)
const named = reads.map((call) => [call.route, call] as const)

let app: TestApp
/** The address of each call, by its route. */
const addresses = new Map<string, string>()
let pages: string[]

beforeAll(async () => {
  const [primary, ...replicas] = await startServers(1)
  app = await testApp({
    postgresUrl: primary.url(),
    pages: true,
    settings: (url) => ({
      databaseUrl: url,
      databaseReadUrls: replicas.map((one) => one.url(url)),
    }),
  })
  const world = await openWorld(app)
  const { dish, known, inputs } = await contents(world)
  for (const call of reads) addresses.set(call.route, addressOfGet(call, await inputs(call)))
  const { files } = await readSitemap(app)
  pages = [
    ...screensOf(known).flatMap(({ path, as }) => (as ? [] : [path])),
    `/search?q=${encodeURIComponent(dish)}`,
    '/robots.txt',
    '/sitemap.xml',
    ...files,
    `/og/restaurant/${known.restaurant}.png`,
    `/og/dish/${known.dish}.png`,
    `/og/member/${known.member}.png`,
    '/og/category/burgers/minneapolis-mn-us.png',
  ]

  const [written] = await primary.query<{ at: string }>('select pg_current_wal_flush_lsn() as at')
  const replayed = `select from (select pg_last_wal_replay_lsn() as at) a where at >= '${written!.at}'`
  for (const one of replicas)
    await until(async () => (await one.query(replayed)).length > 0, 'The log is not replayed.')
  await until(
    async () => (await app.services.reads.states()).every(({ leftOut }) => leftOut === null),
    'The replica is not read.',
  )
  await primary.stop('SIGQUIT')
  onFileEnd(() => primary.start())
})

/** Makes a dish with a photo, and returns the input that asks each call for what is there. */
async function contents(world: World) {
  const as = world.stranger
  const picture = async (to: string, who: { token: string }) => {
    const body = new FormData()
    body.set('file', await world.photo(), 'a.jpg')
    const { status, body: answer } = await app.request('POST', to, { as: who, body })
    expect(status).toBe(200)
    return answer
  }
  const item = await world.item()
  const { name: dish, place, yoloId } = item
  const photo = await picture(`/api/yolo-image/${yoloId}/image/upload`, world.owner)
  const { avatar } = await picture('/api/user/avatar/upload', as)
  // Each sample is of the same dish, because making another one takes its favorites away.
  const same = {
    ...world,
    item: async () => item,
    restaurant: async () => place,
    yoloWithPhoto: async () => photo,
  }
  const more: Record<string, object> = {
    'GET /search': { q: dish },
    'GET /restaurant-items': { placeId: place.placeId, itemName: dish },
    'GET /items/similar': { restaurantId: place.id, category: 3, itemName: dish },
    'GET /places/:id': { id: place.placeId },
    'GET /avatars/:userId': { userId: as.id, v: avatar },
  }
  return {
    dish,
    known: { restaurant: place.id, dish: item.id, member: as.id },
    inputs: async ({ route }: AnyCall): Promise<Record<string, unknown>> => ({
      ...(await samples[route]!.input(same)),
      ...more[route],
    }),
  }
}

describe('a visitor reads from a replica while the primary is away', () => {
  it.each(named)('%s', async (route) => {
    const { all = 200, visitor = all } = samples[route]!.status ?? {}
    const { status } = await app.get(addresses.get(route)!)
    expect(status).toBe(statuses[route] ?? visitor)
  })

  it('every page and what is shared of it', async () => {
    expect(pages.length).toBeGreaterThan(60)
    const refused: string[] = []
    for (const path of pages) if ((await app.get(path)).status >= 500) refused.push(path)
    expect(refused).toEqual([])
  })
})
