import { beforeAll, describe, expect, it } from 'vitest'
import { commands as merging } from '#features/merging/undo.server.ts'
import { app, elements, features, node, placed, take, useExtracts } from './extracts.testing.ts'

// A place that its source has under another id than before.

useExtracts()

type Member = Awaited<ReturnType<typeof app.member>>
let admin: Member
beforeAll(async () => {
  admin = await app.member({ id: 7 })
})

const lon = -93.27
let last = 300
function aPlace() {
  const number = (last += 1)
  const [name, lat] = [`Heron Club ${number}`, number / 8]
  const point = (tags: object = phone, id = number) =>
    node(id, { name, amenity: 'restaurant', ...tags }, { lat, lon })
  const building = (tags: object = phone, away = 2) => ({
    type: 'way',
    id: number,
    center: { lat: lat + away / 111_200, lon },
    tags: { name, amenity: 'restaurant', ...tags },
  })
  return { name, lat, point, building, old: `osm:node/${number}`, now: `osm:way/${number}` }
}
const phone = { phone: '+1 612 555 0142' }
const address = { 'addr:housenumber': '12', 'addr:street': 'Main Street' }
const website = { website: 'https://heron.example/' }
const hours = (text: string) => ({ opening_hours: text })

async function page(placeId: string) {
  const { id } = await placed(placeId)
  return app.get(`/api/restaurants/${id}`)
}
/** The place ids of restaurants of a place's name that are here. */
const live = async ({ name }: ReturnType<typeof aPlace>) => {
  const rows = await app.database
    .selectFrom('restaurants')
    .select('place_id')
    .where('name', '=', name)
    .where('deleted_at', 'is', null)
    .orderBy('place_id')
    .execute()
  return rows.map((row) => row.place_id)
}

describe('a place that its source has under another id', () => {
  it.each([
    ['phone', phone, true],
    ['website', website, true],
    ['address', address, true],
    ['street', { 'addr:street': 'Main Street' }, false],
    ['name', {}, false],
  ])('is the same where its %s is', async (_, tags, same) => {
    const place = aPlace()
    await take(elements(place.point(tags)))
    const { text } = await take(elements(place.building(tags)))
    expect(text).toContain(same ? '1 known under another id of its source' : '1 new')
    expect(await live(place)).toEqual(same ? [place.old] : [place.old, place.now])
    const { body } = await app.get(`/api/places/${encodeURIComponent(place.now)}`)
    expect(body).toMatchObject({ id: same ? place.old : place.now })
  })

  it('says what the new one tells, until the two are taken apart', async () => {
    const place = aPlace()
    await take(elements(place.point({ ...phone, ...website, ...hours('Mo-Su 11:00-22:00') })))
    const { id } = await placed(place.old)
    const monday = async () =>
      (await page(place.old)).body.restaurant.openingHours.find(
        ({ day }: { day: string }) => day === 'Monday',
      ).openTime
    const file = elements(place.building({ ...phone, ...hours('Mo-Su 12:00-22:00') }))
    await take(file)
    expect(await monday()).toBe('12:00')
    expect((await page(place.old)).body.restaurant.website).toBe(website.website)
    await take(elements(place.building({ ...phone, ...hours('Mo-Su 13:00-22:00') })))
    expect(await monday()).toBe('13:00')
    const merge = await app.database
      .selectFrom('merges')
      .select('id')
      .where('into_id', '=', id)
      .executeTakeFirstOrThrow()
    const undo = merging.find(({ name }) => name === 'undo-merge')!
    expect(await undo.run([String(merge.id)], app.services)).toBe(0)
    expect(await monday()).toBe('11:00')
    expect(await live(place)).toEqual([place.old, place.now])
  })

  it('is one with another source’s restaurant, as before', async () => {
    const place = aPlace()
    const overture = {
      type: 'Feature',
      id: `heron-${last}`,
      geometry: { type: 'Point', coordinates: [lon, place.lat] },
      properties: { names: { primary: place.name }, categories: { primary: 'restaurant' } },
    }
    await take(features(overture))
    await take(elements(place.point({ ...phone, ...website })))
    await take(elements(place.building({ ...phone, website: 'https://new-heron.example/' })))
    expect(await live(place)).toEqual([`overture:heron-${last}`])
    expect((await page(`overture:heron-${last}`)).body.restaurant).toMatchObject({
      phone: phone.phone,
      website: 'https://new-heron.example/',
    })
  })

  it('stays deleted', async () => {
    const place = aPlace()
    await take(elements(place.point()))
    const { id } = await placed(place.old)
    const { status } = await app.put('/api/restaurant/delete', { restaurantId: id }, { as: admin })
    expect(status).toBe(200)
    await take(elements(place.building()))
    expect(await live(place)).toEqual([])
    const { status: gone } = await app.get(`/api/places/${encodeURIComponent(place.now)}`)
    expect(gone).toBe(404)
  })

  it.each([
    ['is another where its file has both, however far apart', true],
    ['is the same where its file has the new one alone', false],
  ])('%s', async (_, both) => {
    const place = aPlace()
    await take(elements(place.point()))
    const others = Array.from({ length: 1100 }, (__, index) =>
      node(
        1_000_000 + last * 10_000 + index,
        { name: `Other ${index}` },
        { lat: place.lat, lon: -80 + index / 100 },
      ),
    )
    const file = elements(place.building(), ...others, ...(both ? [place.point()] : []))
    const { text } = await take(file)
    expect(text).toContain(both ? '1,101 new' : '1,100 new')
    expect(await live(place)).toEqual(both ? [place.old, place.now] : [place.old])
    expect((await take(file)).text).toContain('Nothing changed')
  })
})
