import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import type { PlaceSettings } from '#platform/server/settings.ts'
import { googleStandIn, key, photonStandIn, type StandIn } from './stand-ins.testing.ts'

const providers: [
  string,
  () => Promise<StandIn>,
  (url: string) => PlaceSettings,
  string,
  string,
][] = [
  [
    'Google',
    googleStandIn,
    (url) => ({ provider: 'google', url, key }),
    'google:ChIJ-noodle-of-the-stand-in',
    'google:ChIJ-ours-of-the-stand-in',
  ],
  ['Photon', photonStandIn, (url) => ({ provider: 'photon', url }), 'osm:node/11', 'osm:node/12'],
]

describe.each(providers)('a restaurant that %s knows', (_, standInFor, settings, id, known) => {
  let app: TestApp
  let standIn: StandIn
  beforeAll(async () => {
    standIn = await standInFor()
    app = await testApp({ settings: { places: settings(standIn.url) } })
  }, 120_000)
  afterAll(() => standIn.close())

  const suggested = async (q: string) => {
    const asked = new URLSearchParams({ q, latitude: '44.98', longitude: '-93.27' })
    const { body } = await app.get(`/api/places/restaurants?${asked}`)
    return body as { id: string; name: string; restaurantId: number | null }[]
  }
  const add = async (name: string, more: object = {}) => {
    const typed = { name, address: '9 Rival Street', latitude: 44.9899, longitude: -93.27 }
    const as = await app.member()
    const { body } = await app.post('/api/restaurants', { ...typed, placeId: id, ...more }, { as })
    return body as { id: number; placeId: string }
  }

  it('isn’t claimed under another name, and is suggested on', async () => {
    for (const name of [
      'Rival Noodles',
      'Noodles',
      'Elsewhere',
      'Elsewhere Noodles CLOSED go to Rival Noodles',
      'Elsewhere Noodles (closed)',
    ])
      expect((await add(name, { address: 'call 555 0100' })).placeId).toMatch(/^own:/)
    // Also where one member's restaurants have all the typed words, and more of them than are shown.
    for (let times = 0; times < 8; times += 1)
      await add(`Elsewhere Noodles ${times}, now Rival`, { latitude: 44.98 })
    const found = await suggested('elsewhere nood')
    expect(found[0]).toMatchObject({ id, name: 'Elsewhere Noodles', restaurantId: null })
    expect(found).toHaveLength(8)
  })

  it('isn’t asked for where another member speaks for one of ours', async () => {
    const { placeId } = await add('Elsewhere Teahouse', { placeId: undefined })
    const yolo = { placeId, categoryId: 3, itemName: 'Oolong' }
    await app.post('/api/yolos', yolo, { as: await app.member() })
    const before = standIn.asked.length
    expect(await suggested('elsewhere teah')).toMatchObject([{ id: placeId }])
    expect(standIn.asked.length).toBe(before)
  })

  it('has its id under its name, with such words as many names have', async () => {
    const more = { placeId: known, latitude: 44.97 }
    const { id: ours, placeId } = await add('OURS Too, the Restaurant & Bar', more)
    expect(placeId).toBe(known)
    const before = standIn.asked.length
    expect(await suggested('ours too')).toMatchObject([{ restaurantId: ours }])
    expect(standIn.asked.length).toBe(before)
  })
})
