import { describe, expect, it } from 'vitest'
import { app, elements, features, node, placed, take, useExtracts } from './extracts.testing.ts'

useExtracts()

let count = 0
/** Returns a restaurant as a GeoJSON feature of Overture's. */
const overture = (name: string, lat: number, lon: number, more: object = {}) => ({
  type: 'Feature',
  id: `08f-${(count += 1)}`,
  geometry: { type: 'Point', coordinates: [lon, lat] },
  properties: { names: { primary: name }, categories: { primary: 'restaurant' }, ...more },
})
const osm = (id: number, name: string, lat: number, more: object = {}) =>
  elements(node(id, { name, amenity: 'restaurant', ...more }, { lat, lon: -93.27 }))
const metres = (lat: number, many: number) => lat + many / 111_200

/** Imports a restaurant of OpenStreetMap and one of Overture's `away` meters north, and returns what became of both. */
async function beside(lat: number, name: string, away: number, told: object, known: object = {}) {
  const id = 5000 + (count += 1)
  expect((await take(osm(id, 'Ember & Oak Grill', lat, known))).code).toBe(0)
  const one = overture(name, metres(lat, away), -93.27, told)
  const { code, text } = await take(features(one))
  expect(code).toBe(0)
  const stays = await placed(`osm:node/${id}`)
  const goes = await placed(`overture:${one.id}`)
  return { text, stays, goes, file: features(one), merged: goes.merged_into === stays.id }
}
const phones = { phones: ['+1 612-555-0101'] }
const phone = { phone: '(612) 555 0101' }
const websites = { websites: ['http://ember.example/?from=maps'] }
const website = { website: 'https://www.ember.example' }

describe('one restaurant of two sources', () => {
  it.each([
    ['its name, 60 m off', 'Ember & Oak Grill', 60, {}, {}, true],
    ['its name, 100 m off', 'Ember & Oak Grill', 100, {}, {}, false],
    ['its phone and a like name, 200 m off', 'Ember and Oak', 200, phones, phone, true],
    ['its phone, 300 m off', 'Ember and Oak', 300, phones, phone, false],
    ['its phone, another name', 'Golden Lotus', 20, phones, phone, false],
    ['its website and a like name, 120 m off', 'Ember and Oak', 120, websites, website, true],
    ['its website, another name', 'Golden Lotus', 20, websites, website, false],
    ['a like name alone', 'Ember and Oak', 20, {}, {}, false],
  ])('%s', async (_, name, away, told, known, merged) => {
    const found = await beside(10 + count / 10, name, away, told, known)
    expect(found.merged).toBe(merged)
    expect(found.text).toContain(
      merged ? '1 known from another source and merged' : '1 new, 0 changed',
    )
  })

  it('isn’t merged into what an unverified member added, which nobody else sees', async () => {
    const [latitude, name] = [25, 'Ember & Oak Grill']
    await app.post(
      '/api/restaurants',
      { name, address: 'CLOSED', latitude, longitude: -93.27 },
      { as: await app.member({ verified: false }) },
    )
    await take(osm(4999, name, latitude))
    const { body } = await app.get('/api/places/osm:node%2F4999')
    expect(body).toMatchObject({ id: 'osm:node/4999', name })
  })

  it('isn’t merged into what only the member who added it speaks for, nearer than the restaurant', async () => {
    const [lat, name] = [26, 'Ember & Oak Grill']
    await take(osm(4998, name, lat))
    // 80 m from the restaurant, where one more of its name may be added, and 20 m from where the other source has it.
    const fake = {
      name,
      address: 'order at evil.example',
      latitude: metres(lat, 80),
      longitude: -93.27,
    }
    const { status, body } = await app.post('/api/restaurants', fake, { as: await app.member() })
    expect(status).toBe(200)
    const one = overture(name, metres(lat, 60), -93.27)
    await take(features(one))
    const { body: page } = await app.get(`/api/places/overture:${one.id}`)
    expect(page).toMatchObject({ id: 'osm:node/4998' })
    expect(page.id).not.toBe(body.placeId)
  })

  it('is merged into what a member added where that alone has its name, not into another of one website', async () => {
    const lat = 27
    await take(osm(4997, 'Ember Rooftop', lat, { website: 'https://www.ember.example/' }))
    const cellar = { name: 'Ember Cellar', address: '210 Main Street', longitude: -93.27 }
    const { status, body } = await app.post(
      '/api/restaurants',
      { ...cellar, latitude: metres(lat, 100) },
      { as: await app.member() },
    )
    expect(status).toBe(200)
    const one = overture(cellar.name, metres(lat, 100), -93.27, {
      websites: ['https://www.ember.example/'],
    })
    await take(features(one))
    const { body: page } = await app.get(`/api/places/overture:${one.id}`)
    expect(page).toMatchObject({ id: body.placeId, name: 'Ember Cellar' })
  })

  it.each(['Ember', 'Ember and Oak Grill House'])(
    'is merged into the one with its phone, not into another called %s farther away',
    async (name) => {
      const lat = 28 + (count += 1)
      const ofPhone = node(
        4995 - count,
        { name: 'Ember & Oak', amenity: 'restaurant', ...phone },
        {
          lat,
          lon: -93.27,
        },
      )
      const ofName = node(
        4895 - count,
        { name: 'Ember', amenity: 'restaurant' },
        {
          lat: metres(lat, 60),
          lon: -93.27,
        },
      )
      await take(elements(ofPhone, ofName))
      if (name !== 'Ember') {
        const added = { name, address: '1 Main', latitude: metres(lat, 70), longitude: -93.27 }
        const { status } = await app.post('/api/restaurants', added, { as: await app.member() })
        expect(status).toBe(200)
      }
      const one = overture(name, lat, -93.27, phones)
      await take(features(one))
      const { body: page } = await app.get(`/api/places/overture:${one.id}`)
      expect(page).toMatchObject({ name: 'Ember & Oak' })
    },
  )

  it('is filled in, found under both ids, audited', async () => {
    const { stays, goes } = await beside(30, 'Ember & Oak Grill', 5, {
      ...phones,
      websites: ['https://ember.example/'],
    })
    expect(stays).toMatchObject({ phone: '+1 612-555-0101', website: 'https://ember.example/' })
    const { body } = await app.get(`/api/places/${encodeURIComponent(goes.place_id)}`)
    expect(body).toMatchObject({ id: stays.place_id, response: { restaurantId: stays.id } })
    const audit = await app.database
      .selectFrom('audit')
      .select(['action', 'actor_id', 'after'])
      .where('subject', '=', `restaurant ${stays.id}`)
      .execute()
    expect(audit).toMatchObject([{ action: 'restaurant.merge', actor_id: 0 }])
  })

  it('two of one source are two: the nearest becomes the one that is here, in one file or in a later one', async () => {
    await take(osm(7002, 'Branch Coffee', 42))
    const two = [60, 5].map((away) => overture('Branch Coffee', metres(42, away), -93.27))
    expect((await take(features(...two))).text).toContain('1 new')
    const stays = await placed('osm:node/7002')
    const idOf = ({ id }: { id: string }) => placed(`overture:${id}`)
    expect(await idOf(two[0]!)).toMatchObject({ merged_into: null, deleted_at: null })
    expect(await idOf(two[1]!)).toMatchObject({ merged_into: stays.id })
    const later = overture('Branch Coffee', metres(42, 20), -93.27)
    expect((await take(features(later))).text).toContain('1 new')
    expect(await idOf(later)).toMatchObject({ merged_into: null, deleted_at: null })
  })

  it('a source’s second is not merged by way of another source’s that was', async () => {
    const first = overture('Way Round Grill', 43, -93.27)
    await take(features(first))
    await take(osm(7003, 'Way Round Grill', metres(43, 60)))
    const stays = await placed(`overture:${first.id}`)
    expect(await placed('osm:node/7003')).toMatchObject({ merged_into: stays.id })
    const second = overture('Way Round Grill', metres(43, 110), -93.27)
    expect((await take(features(second))).text).toContain('1 new')
    expect(await placed(`overture:${second.id}`)).toMatchObject({ merged_into: null })
  })

  it('a member’s correction is not filled over', async () => {
    const id = 7000
    await take(osm(id, 'Corrected Grill', 40))
    await app.database
      .updateTable('restaurants')
      .set({ corrected: ['phone'] })
      .where('place_id', '=', `osm:node/${id}`)
      .execute()
    await take(features(overture('Corrected Grill', 40, -93.27, { ...phones, ...websites })))
    expect(await placed(`osm:node/${id}`)).toMatchObject({
      phone: null,
      website: expect.stringContaining('ember.example'),
    })
  })

  it('what was corrected stays through every later import, merged into another or not', async () => {
    const told = (id: number, tel: string) => osm(id, 'Long Way Grill', 41, { phone: tel })
    await take(told(7004, '+1 612 555 0400'))
    const before = await placed('osm:node/7004')
    const url = `/api/restaurants/${before.id}/corrections`
    const admin = await app.member({ id: 7 })
    const proposed = { field: 'phone', value: '+1 612 555 0401' }
    expect((await app.post(url, proposed, { as: admin })).body.applied).toBe(true)
    expect((await take(told(7004, '+1 612 555 0402'))).text).not.toContain('1 changed')
    expect(await placed('osm:node/7004')).toMatchObject({ phone: '+1 612 555 0401' })

    const other = (...phoned: string[]) =>
      features({
        ...overture('Elsewhere Grill', 41.01, -93.27, { phones: phoned }),
        id: 'long-way',
      })
    await take(other())
    const stays = await placed('overture:long-way')
    await app.post(`/api/restaurants/${before.id}/merge`, { into: stays.id }, { as: admin })
    expect(await placed('overture:long-way')).toMatchObject({ phone: '+1 612 555 0401' })
    await take(other('+1 612 555 0403'))
    expect(await placed('overture:long-way')).toMatchObject({
      phone: '+1 612 555 0401',
      corrected: ['phone'],
    })
  })

  it('a dry run says how many, and merges none', async () => {
    await take(osm(7001, 'Dry Grill', 45))
    const { text } = await take(features(overture('Dry Grill', 45, -93.27)), '--dry-run')
    expect(text).toContain('1 known from another source and merged')
    const { count: merged } = await app.database
      .selectFrom('restaurants')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('name', '=', 'Dry Grill')
      .executeTakeFirstOrThrow()
    expect(Number(merged)).toBe(1)
  })
})
