import { beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#platform/testing/people.ts'
import { app, elements, features, node, placed, take, useExtracts } from './extracts.testing.ts'

useExtracts()
let as: Person
beforeAll(async () => {
  as = await app.member({ id: 6 })
})

let count = 0
const nextId = () => 70_000 + (count += 1)

const queue = async (state = 'open') => {
  const { body } = await app.get(`/api/admin/queue?kind=places&state=${state}`, { as })
  return body.items as { id: string; name: string; state: string; [key: string]: unknown }[]
}
const inQueue = async (name: string, state?: string) =>
  (await queue(state)).find((one) => one.name === name)
async function decide(id: string, decision: string, reason = 'Looked it up.') {
  const asked = { ids: [id], decision, reason }
  const { body } = await app.post('/api/admin/queue/decide', asked, { as })
  return body.results[0]
}

/** Imports an open restaurant of OpenStreetMap, and returns functions that import it again as closed or open. */
async function known(name: string) {
  const id = nextId()
  const lat = 10 + count / 10
  const told = (tags: object, day: string) =>
    elements(node(id, { name, ...tags }, { lat, lon: 20 }, { timestamp: `2026-${day}T00:00:00Z` }))
  const open = { amenity: 'restaurant' }
  const closed = { amenity: undefined, 'disused:amenity': 'restaurant' }
  expect((await take(told(open, '01-01'))).text).toContain('1 new')
  return {
    placeId: `osm:node/${id}`,
    closes: (day: string) => take(told(closed, day)),
    opens: (day: string) => take(told(open, day)),
  }
}

describe('what is closed at its source', () => {
  it('waits for an admin once, however often it is imported, and is never deleted by it', async () => {
    const { placeId, closes } = await known('Shut Door')
    expect((await closes('02-01')).text).toContain('1 closed for good, 1 of them reported')
    expect((await closes('02-01')).text).toContain('1 closed for good, 0 of them reported')
    const { id, name } = await placed(placeId)
    expect(await inQueue(name)).toMatchObject({
      id: `place-${id}-1`,
      kind: 'places',
      about: 'place',
      text: 'OpenStreetMap: closed for good, 2026-02-01.',
      count: 1,
      hidden: false,
      reporters: [],
      state: 'open',
      link: `/restaurentDetail/${id}?name=Shut+Door`,
    })
    expect((await app.get(`/api/restaurants/${id}`)).status).toBe(200)
  })

  it('is deleted by an admin, and restored', async () => {
    const { placeId, closes } = await known('Gone Grill')
    await closes('02-01')
    const { id } = await placed(placeId)
    const ann = await app.member()
    const dish = await app.item({ restaurant: id, category: 3, by: ann.id })
    expect(await decide(`place-${id}-1`, 'remove')).toMatchObject({ done: true, state: 'removed' })
    const { items } = (await app.get('/api/notifications', { as: ann })).body
    expect(items).toMatchObject([{ removal: { what: 'restaurant', reason: 'Looked it up.' } }])
    expect((await app.get(`/api/restaurants/${id}`)).status).toBe(404)
    expect(await inQueue('Gone Grill')).toBeUndefined()
    expect(await inQueue('Gone Grill', 'decided')).toMatchObject({
      state: 'removed',
      decision: { reason: 'Looked it up.' },
    })
    expect(await decide(`place-${id}-1`, 'remove')).toMatchObject({ done: false, state: 'removed' })
    expect(await decide(`place-${id}-1`, 'restore')).toMatchObject({ done: true, state: 'open' })
    expect((await app.get(`/api/items/${dish.id}/yolos`)).body.yolos).toHaveLength(1)
    expect(await inQueue('Gone Grill')).toMatchObject({ id: `place-${id}-1` })
  })

  it('a reason that is undone isn’t told of a later removal', async () => {
    const { placeId, closes } = await known('Twice Gone')
    await closes('02-01')
    const { id } = await placed(placeId)
    const ann = await app.member()
    await app.item({ restaurant: id, category: 3, by: ann.id })
    await decide(`place-${id}-1`, 'remove', 'It has closed.')
    for (const way of ['restore', 'delete'])
      expect((await app.put(`/api/restaurant/${way}`, { restaurantId: id }, { as })).status).toBe(
        200,
      )
    const { items } = (await app.get('/api/notifications', { as: ann })).body
    expect(items).toMatchObject([{ removal: { what: 'restaurant' } }])
    expect(JSON.stringify(items)).not.toContain('It has closed.')
  })

  it('once dismissed it stays so until the source says it again', async () => {
    const { placeId, closes } = await known('Still Here')
    await closes('02-01')
    const { id } = await placed(placeId)
    expect(await decide(`place-${id}-1`, 'dismiss')).toMatchObject({ state: 'dismissed' })
    // A second admin changes nothing.
    const second = await decide(`place-${id}-1`, 'remove')
    expect(second).toMatchObject({ done: false, state: 'dismissed' })
    expect((await app.get(`/api/restaurants/${id}`)).status).toBe(200)
    await closes('02-01')
    expect(await inQueue('Still Here')).toBeUndefined()
    expect((await closes('03-01')).text).toContain('1 of them reported')
    expect(await inQueue('Still Here')).toMatchObject({ id: `place-${id}-2` })
    // Restoring the first decision changes nothing, because the case is open again already.
    expect(await decide(`place-${id}-1`, 'restore')).toMatchObject({ done: true })
  })

  it('nobody is asked any more when the source calls it open again, but not by older news', async () => {
    const { placeId, closes, opens } = await known('Back Soon')
    await closes('02-01')
    await opens('01-15')
    const { id } = await placed(placeId)
    expect(await inQueue('Back Soon')).toMatchObject({ id: `place-${id}-1` })
    await opens('02-15')
    expect(await inQueue('Back Soon')).toBeUndefined()
    expect(await decide(`place-${id}-1`, 'remove')).toMatchObject({
      done: false,
      message: 'No source says so any more.',
    })
    expect((await app.get(`/api/restaurants/${id}`)).status).toBe(200)
  })

  it('Overture says it by its status; of one that nobody knows nothing is asked', async () => {
    const row = (status: string, id: string) => ({
      type: 'Feature',
      id,
      geometry: { type: 'Point', coordinates: [-93.27, 44.98] },
      properties: {
        names: { primary: 'Overture Inn' },
        categories: { primary: 'restaurant' },
        operating_status: status,
      },
    })
    expect((await take(features(row('permanently_closed', 'ov-0')))).text).toContain(
      '1 closed for good, 0 of them reported',
    )
    await take(features(row('open', 'ov-1')))
    expect((await take(features(row('permanently_closed', 'ov-1')), '--dry-run')).text).toContain(
      '1 of them reported',
    )
    expect(await inQueue('Overture Inn')).toBeUndefined()
    await take(features(row('permanently_closed', 'ov-1')))
    expect(await inQueue('Overture Inn')).toMatchObject({ text: 'Overture Maps: closed for good.' })
  })
})
