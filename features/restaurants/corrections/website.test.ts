import { beforeEach, describe, expect, it, test } from 'vitest'
import {
  app,
  elements,
  node,
  placed,
  take,
  useExtracts,
} from '#features/places/import/extracts.testing.ts'
import type { Person } from '#platform/testing/people.ts'

// A restaurant’s website, which only an admin changes or takes away.

useExtracts()

const wrong = 'http://www.jobs.example/l-Shamokin,-PA-jobs.html'
const right = 'https://indies.example/'
let [admin, ann, bob]: Person[] = []
let place: {
  id: number
  name: string
  placeId: string
  bring: (website: string) => Promise<unknown>
}
let last = 100
beforeEach(async () => {
  admin ??= await app.member({ id: 7 })
  ann = await app.member()
  bob = await app.member()
  const number = (last += 1)
  const [name, lat] = [`Indies ${number}`, 10 + number / 10]
  const bring = (website: string) =>
    take(elements(node(number, { name, website }, { lat, lon: -93.27 })))
  await bring(wrong)
  const placeId = `osm:node/${number}`
  place = { id: (await placed(placeId)).id, name, placeId, bring }
})

const propose = (value: string, as: Person) =>
  app.post(`/api/restaurants/${place.id}/corrections`, { field: 'website', value }, { as })
const list = async (as: Person) =>
  (await app.get(`/api/restaurants/${place.id}/corrections`, { as })).body
const website = async (id = place.id) =>
  (await app.get(`/api/restaurants/${id}`)).body.restaurant.website
const undo = (id: number) => app.post(`/api/corrections/${id}/undo`, {}, { as: admin! })

test('waits for an admin, whose decision stands through later imports until it is undone', async () => {
  const { body } = await propose('Indies.example', ann!)
  expect(body).toMatchObject({ applied: false, waitsFor: 'admin' })
  expect(await website()).toBe(wrong)
  expect((await list(ann!)).open).toMatchObject([
    { field: 'website', before: wrong, after: right, own: true, waitsFor: 'admin' },
  ])
  expect((await list(bob!)).open).toEqual([])
  const { items } = (await app.get('/api/admin/corrections?field=website', { as: admin! })).body
  expect(items.at(-1)).toMatchObject({ id: body.id, before: wrong, after: right })
  expect((await app.post(`/api/corrections/${body.id}/agree`, {}, { as: admin! })).body).toEqual({
    id: body.id,
    applied: true,
    waitsFor: null,
  })
  expect(await website()).toBe(right)
  await place.bring('https://lapsed.example/')
  expect(await website()).toBe(right)
  expect((await undo(body.id)).status).toBe(200)
  expect(await website()).toBe(wrong)
  await place.bring('https://newer.example/')
  expect(await website()).toBe('https://newer.example/')
})

test('is set by an admin at once, and taken away by an empty text, which no import fills in', async () => {
  expect((await propose('https://other.example/menu?of=1', admin!)).body.applied).toBe(true)
  expect(await website()).toBe('https://other.example/menu?of=1')
  const { body } = await propose('', admin!)
  expect(body.applied).toBe(true)
  expect(await website()).toBeNull()
  expect((await list(admin!)).applied[0]).toMatchObject({
    before: 'https://other.example/menu?of=1',
    after: '',
  })
  await place.bring(wrong)
  expect(await website()).toBeNull()
  expect((await propose(' ', admin!)).body.error).toBe('already_so')
  expect((await undo(body.id)).status).toBe(200)
  expect(await website()).toBe('https://other.example/menu?of=1')
})

test('is proposed to be none by members, of whom a second says the same', async () => {
  for (const as of [ann!, bob!])
    expect((await propose('', as)).body).toMatchObject({ applied: false, waitsFor: 'admin' })
  const { open } = await list(admin!)
  expect(open).toMatchObject([{ before: wrong, after: '' }])
  await app.post(`/api/corrections/${open[0].id}/agree`, {}, { as: admin! })
  expect(await website()).toBeNull()
  expect((await list(admin!)).open).toEqual([])
  expect((await list(bob!)).open).toEqual([])
  expect(await audit()).toMatchObject([
    { action: 'restaurant.correct', before: { website: wrong }, after: { website: null } },
  ])
})

test('stays taken away whichever of two restaurants goes into the other', async () => {
  const twin = async () => {
    const { id } = await app.restaurant({ name: place.name, latitude: 10, longitude: -93.27 })
    const told = { website: 'https://twin.example/' }
    await app.database.updateTable('restaurants').set(told).where('id', '=', id).execute()
    return id
  }
  const merge = (id: number, into: number) =>
    app.post(`/api/restaurants/${id}/merge`, { into }, { as: admin! })
  await propose('', admin!)
  expect((await merge(await twin(), place.id)).status).toBe(200)
  expect(await website()).toBeNull()
  const into = await twin()
  expect(await website(into)).toBe('https://twin.example/')
  expect((await merge(place.id, into)).status).toBe(200)
  expect(await website(into)).toBeNull()
})

describe('a website', () => {
  it.each([
    'javascript:alert(1)',
    'javascript://indies.example/%0aalert(1)',
    'data:text/html,hello',
    'ftp://indies.example/',
    'mailto:us@indies.example',
    'https://me:secret@indies.example/',
    'us@indies.example',
    'http://127.0.0.1/',
    'http://localhost/',
    'our own one',
    'https://indies.example; https://evil.example',
  ])('isn’t %s', (value) => refuses(value))

  it('isn’t longer than imports keep it', async () => {
    await refuses(`https://indies.example/${'x'.repeat(480)}`)
    // As an address it is longer than as a text.
    await refuses(`https://indies.example/${'é'.repeat(200)}`)
  })

  async function refuses(value: string) {
    for (const as of [ann!, admin!]) {
      const { status, body } = await propose(value, as)
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['value']])
    }
    expect(await website()).toBe(wrong)
  }
})

async function audit() {
  return app.database
    .selectFrom('audit')
    .select(['action', 'before', 'after'])
    .where('subject', '=', `restaurant ${place.id}`)
    .execute()
}
