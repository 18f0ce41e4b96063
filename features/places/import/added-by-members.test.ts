import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { commands as merging } from '#features/merging/undo.server.ts'
import {
  app,
  elements,
  features,
  node,
  placed,
  run,
  take,
  useExtracts,
} from './extracts.testing.ts'

// What becomes of a restaurant that a member added once an import brings it, too.

useExtracts()

const lon = -93.27
/** The pin that the member sets, 44 m from the restaurant's. */
const beside = (lat: number) => ({ latitude: lat + 0.0004, longitude: lon })
const day = 24 * 60 * 60 * 1000
const street = { 'addr:housenumber': '12', 'addr:street': 'Main Street', phone: '+1 612 555 0101' }
let last = 100

/** Adds a restaurant as a member, with a dish, and returns a function that imports the same restaurant. */
async function addedAt(lat: number, { address = 'order at evil.example' } = {}) {
  const as = await app.member()
  const name = `Ember & Oak ${(last += 1)}`
  const added = await app.post('/api/restaurants', { name, address, ...beside(lat) }, { as })
  const { id, placeId } = added.body as { id: number; placeId: string }
  const dish = { placeId, categoryId: 3, itemName: 'Burger' }
  const { itemId } = (await app.post('/api/yolos', dish, { as })).body as { itemId: number }
  const number = last
  const bring = async (tags: object = street, to = lat) =>
    take(elements(node(number, { name, amenity: 'restaurant', ...tags }, { lat: to, lon })))
  const page = async () => (await app.get(`/api/restaurants/${id}`)).body.restaurant
  const [imported, other] = [`osm:node/${number}`, `overture:other-${number}`]
  /** Imports the same restaurant from another source, with another address. */
  const bringOther = async () => {
    const properties = {
      names: { primary: name },
      categories: { primary: 'restaurant' },
      addresses: [{ freeform: '99 Other Street' }],
    }
    const geometry = { type: 'Point', coordinates: [lon, lat + 0.0006] }
    return take(features({ type: 'Feature', id: `other-${number}`, geometry, properties }))
  }
  return { id, placeId, itemId, name, bring, bringOther, page, imported, other }
}
const undo = merging.find(({ name }) => name === 'undo-merge')!
/** Takes an import's row apart from the restaurant that it was merged into. */
async function takeApart(placeId: string) {
  const { id } = await app.database
    .selectFrom('merges')
    .select('id')
    .where('from_id', '=', (await placed(placeId)).id)
    .executeTakeFirstOrThrow()
  expect(await undo.run([String(id)], app.services)).toBe(0)
}
const itemAt = ({ itemId }: { itemId: number }) =>
  app.database
    .selectFrom('items')
    .select(['latitude', 'longitude'])
    .where('id', '=', itemId)
    .executeTakeFirstOrThrow()

describe('a restaurant that a member added and an import brings, too', () => {
  it('has the import’s address and pin, also of later imports, until the two are taken apart', async () => {
    const lat = 44
    const one = await addedAt(lat)
    expect((await one.bring()).text).toContain('1 known from another source and merged')
    expect(await one.page()).toMatchObject({
      address: '12 Main Street',
      latitude: lat,
      phone: '+1 612 555 0101',
    })
    expect(await itemAt(one)).toEqual({ latitude: lat, longitude: lon })
    expect((await one.bring()).text).toContain('Nothing changed')

    await one.bring({ ...street, 'addr:housenumber': '14' }, lat + 0.001)
    expect(await one.page()).toMatchObject({ address: '14 Main Street', latitude: lat + 0.001 })
    // Another source doesn't change what the first one tells.
    expect((await one.bringOther()).text).toContain('merged')
    expect(await one.page()).toMatchObject({ address: '14 Main Street', latitude: lat + 0.001 })

    await takeApart(one.imported)
    expect(await one.page()).toMatchObject({ address: 'order at evil.example', ...beside(lat) })
    expect(await itemAt(one)).toEqual(beside(lat))
    await one.bring({ ...street, 'addr:housenumber': '16' })
    expect(await one.page()).toMatchObject({ address: 'order at evil.example', ...beside(lat) })
  })

  it('has an address that the import tells only later', async () => {
    const lat = 38
    const one = await addedAt(lat)
    await one.bring({})
    expect(await one.page()).toMatchObject({ address: 'order at evil.example', latitude: lat })
    await one.bring()
    expect(await one.page()).toMatchObject({ address: '12 Main Street', latitude: lat })
    await takeApart(one.imported)
    expect(await one.page()).toMatchObject({ address: 'order at evil.example', ...beside(lat) })
  })

  it('has the address of the first source that tells one, and of the next once those are taken apart', async () => {
    const lat = 37
    const one = await addedAt(lat)
    await one.bring({})
    expect((await one.bringOther()).text).toContain('merged')
    expect(await one.page()).toMatchObject({ address: '99 Other Street', latitude: lat })
    await one.bring()
    await one.bringOther()
    expect(await one.page()).toMatchObject({ address: '99 Other Street', latitude: lat })
    await takeApart(one.other)
    expect(await one.page()).toMatchObject({ address: 'order at evil.example', latitude: lat })
    await one.bring()
    expect(await one.page()).toMatchObject({ address: '12 Main Street', latitude: lat })
    await takeApart(one.imported)
    expect(await one.page()).toMatchObject({ address: 'order at evil.example', ...beside(lat) })
  })

  it.each([
    ['only a town', 34, { 'addr:city': 'Minneapolis' }],
    ['only a state and a postcode', 33, { 'addr:state': 'MN', 'addr:postcode': '55401' }],
    ['a house number without a street', 32, { 'addr:housenumber': '9', 'addr:city': 'Linz' }],
    [
      'a street and a short postcode',
      25,
      {
        'addr:street': 'High Street',
        'addr:city': 'Perth',
        'addr:postcode': '6000',
        'addr:country': 'AU',
      },
    ],
    [
      'a street without a house number',
      31,
      { 'addr:street': '5th Street', 'addr:postcode': '55401' },
    ],
  ])(
    'keeps its address where an import tells %s, until another tells more',
    async (_, lat, tags) => {
      const own = '12 Main Street, Suite 3'
      const one = await addedAt(lat, { address: own })
      await one.bring(tags)
      await one.bring(tags)
      expect(await one.page()).toMatchObject({ address: own, latitude: lat })
      await one.bringOther()
      expect(await one.page()).toMatchObject({ address: '99 Other Street', latitude: lat })
      await one.bring(tags)
      expect(await one.page()).toMatchObject({ address: '99 Other Street', latitude: lat })
      await takeApart(one.other)
      await one.bring(tags)
      expect(await one.page()).toMatchObject({ address: own, latitude: lat })
      await one.bring()
      expect(await one.page()).toMatchObject({ address: '12 Main Street', latitude: lat })
      await one.bring(tags)
      expect(await one.page()).toMatchObject({ address: '12 Main Street', latitude: lat })
      await takeApart(one.imported)
      expect(await one.page()).toMatchObject({ address: own, ...beside(lat) })
    },
  )

  it('keeps a number behind the street, as many countries write it', async () => {
    const one = await addedAt(26, { address: 'Via Roma, 12' })
    await one.bring({ 'addr:street': 'Via Roma', 'addr:city': 'Roma' })
    expect((await one.page()).address).toBe('Via Roma, 12')
    await one.bring({ 'addr:street': 'Via Roma', 'addr:housenumber': '14' })
    expect((await one.page()).address).toMatch(/14/)
  })

  it.each([
    ['4020 Linz', { 'addr:city': 'Linz', 'addr:postcode': '4020', 'addr:country': 'AT' }],
    ['MN 55401', { 'addr:state': 'MN', 'addr:postcode': '55401' }],
  ])('keeps its address where an earlier version took %s for one', async (taken, tags) => {
    const own = 'Main Street'
    const one = await addedAt(27, { address: own })
    await one.bring(tags)
    await app.database
      .updateTable('restaurants')
      .set({ address: taken })
      .where('place_id', '=', one.imported)
      .execute()
    await one.bring(tags)
    expect((await one.page()).address).toBe(own)
    await one.bringOther()
    expect((await one.page()).address).toBe('99 Other Street')
  })

  it('has a street without a house number where it had none, and the number once that is told', async () => {
    const one = await addedAt(30)
    await one.bring({ 'addr:street': 'Main Street', 'addr:city': 'Austin' })
    expect((await one.page()).address).toBe('Main Street, Austin')
    await one.bring()
    expect((await one.page()).address).toBe('12 Main Street')
  })

  it('keeps its address if it has the import’s own id', async () => {
    const own = 'Food Hall, 12 Main Street, Austin'
    const one = await addedAt(29, { address: own })
    await app.database
      .updateTable('restaurants')
      .set({ place_id: one.imported })
      .where('id', '=', one.id)
      .execute()
    for (const tags of [{ 'addr:city': 'Austin' }, { 'addr:street': 'Main St' }]) {
      await one.bring(tags)
      await one.bring(tags)
      expect((await one.page()).address).toBe(own)
    }
    await one.bring()
    expect((await one.page()).address).toBe('12 Main Street')
  })

  it('has the address and pin of an import that an older version merged', async () => {
    const lat = 36
    const one = await addedAt(lat)
    const columns = ['address', 'latitude', 'longitude', 'cell5', 'cell7'] as const
    const own = await app.database
      .selectFrom('restaurants')
      .select(columns)
      .where('id', '=', one.id)
      .executeTakeFirstOrThrow()
    await one.bring()
    await app.database
      .updateTable('merges')
      .set({ before: sql`before - 'taken' - 'had'` })
      .where('into_id', '=', one.id)
      .execute()
    await app.database.updateTable('restaurants').set(own).where('id', '=', one.id).execute()
    await one.bring()
    expect(await one.page()).toMatchObject({ address: '12 Main Street', latitude: lat })
    await takeApart(one.imported)
    expect(await one.page()).toMatchObject({ address: 'order at evil.example', ...beside(lat) })
  })

  it('keeps what was corrected, and its address where the import tells none', async () => {
    const admin = await app.member({ id: 7 })
    const one = await addedAt(43)
    const corrected = { field: 'address', value: '12 Main Street, Suite 3' }
    await app.post(`/api/restaurants/${one.id}/corrections`, corrected, { as: admin })
    await one.bring()
    expect(await one.page()).toMatchObject({ address: '12 Main Street, Suite 3', latitude: 43 })
    const other = await addedAt(42, { address: '3 Elm Street' })
    await other.bring({})
    expect(await other.page()).toMatchObject({ address: '3 Elm Street', latitude: 42 })
  })

  it('keeps a correction that came with an admin’s merge once the two are taken apart', async () => {
    const as = await app.member({ id: 514 })
    const one = await addedAt(35)
    await one.bring()
    const other = await app.restaurant({ name: 'Ember', latitude: 35, longitude: lon })
    const corrections = {
      address: '12 Main Street, Suite 3',
      position: `35.0008, ${lon}`,
      phone: street.phone,
    }
    for (const [field, value] of Object.entries(corrections)) {
      const url = `/api/restaurants/${other.id}/corrections`
      expect((await app.post(url, { field, value }, { as })).body.applied).toBe(true)
    }
    const merged = await app.post(`/api/restaurants/${other.id}/merge`, { into: one.id }, { as })
    const corrected = {
      address: corrections.address,
      latitude: 35.0008,
      phone: street.phone,
    }
    expect(await one.page()).toMatchObject(corrected)
    await takeApart(one.imported)
    expect(await one.page()).toMatchObject(corrected)
    const { corrected: facts } = await placed(one.placeId)
    expect(new Set(facts)).toEqual(new Set(Object.keys(corrections)))
    expect(await undo.run([String(merged.body.merge)], app.services)).toBe(0)
    expect((await placed(one.placeId)).corrected).toEqual([])
  })

  it('doesn’t move while a contest is open there, and does at the first import after that', async () => {
    const lat = 41
    const one = await addedAt(lat)
    const { id: contest } = await app.database
      .insertInto('contests')
      .values({
        title: 'Here',
        prize: 'A cup',
        area: 'Here',
        ...beside(lat),
        miles: 0.01,
        eligibility: 'All',
        time_zone: 'UTC',
        opens_at: new Date(Date.now() - day),
        closes_at: new Date(Date.now() + day),
        draws_at: new Date(Date.now() + day),
        created_at: new Date(Date.now() - day),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await one.bring()
    expect(await one.page()).toMatchObject({ address: '12 Main Street', ...beside(lat) })
    await app.database
      .updateTable('contests')
      .set({ closed_at: new Date() })
      .where('id', '=', contest)
      .execute()
    await one.bring()
    expect(await one.page()).toMatchObject({ latitude: lat })
  })

  it('moves far once an operator has accepted that', async () => {
    const one = await addedAt(40)
    await one.bring()
    await one.bring(street, 40.1)
    expect(await one.page()).toMatchObject({ latitude: 40 })
    expect((await run('held-changes')).text).toContain("', 12 Main Street, 1 dishes: 11.1 km")
    expect((await run('held-changes', 'accept', 'all')).code).toBe(0)
    expect(await one.page()).toMatchObject({ latitude: 40.1 })
    expect(await itemAt(one)).toMatchObject({ latitude: 40.1 })
  })

  it('is told to an admin who is about to delete it', async () => {
    const admin = await app.member({ id: 6 })
    const one = await addedAt(39)
    const imported = async () =>
      (await app.get(`/api/itemsWithYolos?restaurantId=${one.id}`, { as: admin })).body.restaurant
        .imported
    expect(await imported()).toBe(false)
    await one.bring()
    expect(await imported()).toBe(true)
  })
})
