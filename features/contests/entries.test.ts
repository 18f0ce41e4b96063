import { afterEach, beforeAll, expect, test } from 'vitest'
import { photoClient } from '#features/photos/photos.testing.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import type { Person } from '#platform/testing/people.ts'
import { makePhoto } from '#platform/testing/photos.ts'
import { makeContest } from './contests.testing.ts'

let app: TestApp
let admin: Person
let photos: ReturnType<typeof photoClient>
const [burgers, pizza, beer] = [3, 2, 10]
const farAway = { latitude: 34.05, longitude: -118.24 }

beforeAll(async () => {
  app = await testApp()
  admin = await app.member({ id: 514 })
  photos = photoClient(app)
  // Contests take their time zone from a nearby restaurant.
  for (const at of [{}, farAway]) await app.restaurant(at)
})
afterEach(async () => {
  expect(await violatedInvariants(app.database)).toEqual([])
  await app.database.updateTable('contests').set({ closed_at: new Date() }).execute()
})

const contest = (facts: object = {}) => makeContest(app, admin, facts)
const entriesOf = async (id: number, as: Person) =>
  (await app.get(`/api/contests/${id}/entries`, { as })).body as {
    id: number
    yoloId: number
    kind: string
    counts: boolean
  }[]
const kinds = async (id: number, as: Person) => (await entriesOf(id, as)).map(({ kind }) => kind)
const confirm = (id: number, as: Person, eligible = true) =>
  app.post(`/api/contests/${id}/confirm`, { eligible }, { as })
const dish = async (by: Person, { category = burgers, at = {} } = {}) =>
  app.item({ restaurant: (await app.restaurant(at)).id, category, by: by.id })
const five = ['yolo', 'photo', 'photo', 'photo', 'photo']

test('a saved yolo is an entry, its photo 4 more; both go with it, and come back with an undo', async () => {
  const id = await contest()
  const member = await app.member()
  const { id: itemId, yoloId } = await dish(member)
  expect(await entriesOf(id, member)).toMatchObject([{ yoloId, kind: 'yolo', counts: false }])
  expect((await confirm(id, member)).body).toEqual({ id, eligible: true, counting: 1 })
  expect((await photos.upload(yoloId, await makePhoto(), member)).status).toBe(200)
  const all = await entriesOf(id, member)
  expect(all.map(({ kind }) => kind)).toEqual(five)
  expect(all.every(({ counts }) => counts)).toBe(true)
  const { body: mine } = await app.get('/api/contests/mine', { as: member })
  expect(mine).toMatchObject([{ id, entries: 5, counting: 5, byYolo: [{ yoloId, entries: 5 }] }])
  // Replacing the photo doesn't change the entries.
  await photos.upload(yoloId, await makePhoto(), member)
  expect(await entriesOf(id, member)).toEqual(all)

  await app.request('DELETE', `/api/yolo-image/${yoloId}`, { as: member })
  expect(await kinds(id, member)).toEqual(['yolo'])
  await photos.upload(yoloId, await makePhoto(), member)
  await app.delete(`/api/yolos/delete/${yoloId}`, {}, { as: member })
  expect(await kinds(id, member)).toEqual([])
  const { status } = await app.post(`/api/yolos/${yoloId}/restore`, {}, { as: member })
  expect(status).toBe(200)
  expect(await kinds(id, member)).toEqual(five)
  expect((await app.get(`/api/items/${itemId}`)).status).toBe(200)
})

test('numbers of entries don’t tell who saved when', async () => {
  const id = await contest()
  const numbers: number[] = []
  for (let n = 0; n < 12; n++) {
    const member = await app.member()
    await dish(member)
    numbers.push(...(await entriesOf(id, member)).map((entry) => entry.id))
  }
  expect(numbers).toHaveLength(12)
  expect(numbers).not.toEqual(numbers.toSorted((a, b) => a - b))
  expect(numbers.every((number) => /^\d{9}$/.test(String(number)))).toBe(true)
})

test('only what is saved after its making, in its circle and categories; moving in and out withdraws and enters', async () => {
  const early = await app.member()
  await dish(early, { category: beer })
  const id = await contest({ categories: [burgers, beer] })
  expect(await kinds(id, early)).toEqual([])
  const member = await app.member()
  for (const where of [{ category: pizza }, { category: burgers, at: farAway }])
    await dish(member, where)
  expect(await kinds(id, member)).toEqual([])
  const { yoloId, id: item } = await dish(member)
  expect(await kinds(id, member)).toEqual(['yolo'])
  const move = (categoryId: number) =>
    app.put('/api/yolos/category', { yoloId, categoryId }, { as: member })
  expect((await move(pizza)).status).toBe(200)
  expect(await kinds(id, member)).toEqual([])
  expect((await move(burgers)).status).toBe(200)
  expect(await kinds(id, member)).toEqual(['yolo'])

  // An import may find that the restaurant is elsewhere.
  const { restaurant_id: restaurant } = await app.database
    .selectFrom('items')
    .select('restaurant_id')
    .where('id', '=', item)
    .executeTakeFirstOrThrow()
  const place = (point: object) =>
    app.database.updateTable('restaurants').set(point).where('id', '=', restaurant).execute()
  const before = await app.database
    .selectFrom('restaurants')
    .select(['latitude', 'longitude'])
    .where('id', '=', restaurant)
    .executeTakeFirstOrThrow()
  await place(farAway)
  expect(await kinds(id, member)).toEqual([])
  await place(before)
  expect(await kinds(id, member)).toEqual(['yolo'])
  // An admin removes first the dish, then the whole restaurant.
  for (const table of ['items', 'restaurants'] as const) {
    const row = table === 'items' ? item : restaurant
    const set = (deleted_at: Date | null) =>
      app.database.updateTable(table).set({ deleted_at }).where('id', '=', row).execute()
    await set(new Date())
    expect(await kinds(id, member)).toEqual([])
    await set(null)
    expect(await kinds(id, member)).toEqual(['yolo'])
  }
})

test('the circle is measured in great-circle miles, its edge included', async () => {
  const area = { name: 'Here', latitude: 44.98, longitude: -93.27, miles: 10 }
  const id = await contest({ area })
  const member = await app.member()
  // A degree of latitude is 69.09 miles.
  await dish(member, { at: { latitude: 44.98 + 9.999 / 69.0934 } })
  expect(await kinds(id, member)).toEqual(['yolo'])
  await dish(member, { at: { latitude: 44.98 + 10.001 / 69.0934 } })
  expect(await kinds(id, member)).toEqual(['yolo'])
})

test('a photo that was taken down gives no entries until it is shown again', async () => {
  const id = await contest()
  const member = await app.member()
  const { yoloId } = await dish(member)
  await photos.upload(yoloId, await makePhoto(), member)
  const thing = { kind: 'photo', id: yoloId }
  await app.post('/api/takedowns', { ...thing, word: 'Not yours.' }, { as: admin })
  expect(await kinds(id, member)).toEqual(['yolo'])
  await app.delete('/api/takedowns', thing, { as: admin })
  expect(await kinds(id, member)).toEqual(five)
})

test('entries wait until their member has said that they may take part, and don’t count where they may not', async () => {
  const id = await contest()
  const member = await app.member()
  await dish(member)
  const counts = async () => (await entriesOf(id, member)).map((entry) => entry.counts)
  expect(await counts()).toEqual([false])
  expect((await confirm(id, member, false)).body).toMatchObject({ counting: 0 })
  expect(await counts()).toEqual([false])
  await confirm(id, member)
  expect(await counts()).toEqual([true])
  expect((await confirm(2_147_483_647, member)).body.error).toBe('contest_not_found')
})

test('a merged dish takes its entries along; two favorites that become one are one entry', async () => {
  const id = await contest()
  const [one, both] = [await app.member(), await app.member()]
  const { id: restaurant } = await app.restaurant()
  const make = (name: string, by: Person) =>
    app.item({ restaurant, category: burgers, by: by.id, name })
  const goes = await make('Cheese burger', both)
  const stays = await make('Cheeseburger', both)
  await app.database
    .insertInto('yolos')
    .values({ user_id: one.id, item_id: goes.id, category_id: burgers, slot: 1 })
    .execute()
  await photos.upload(stays.yoloId, await makePhoto(), both)
  expect([await kinds(id, one), (await kinds(id, both)).length]).toEqual([['yolo'], 6])
  const merged = await app.post(`/api/items/${goes.id}/merge`, { into: stays.id }, { as: admin })
  expect(merged.status).toBe(200)
  expect([await kinds(id, one), (await kinds(id, both)).sort()]).toEqual([
    ['yolo'],
    five.toSorted(),
  ])

  // Two restaurants are merged, and the remaining one is outside the circle.
  const there = await app.restaurant(farAway)
  await app.post(`/api/restaurants/${restaurant}/merge`, { into: there.id }, { as: admin })
  expect([await kinds(id, one), await kinds(id, both)]).toEqual([[], []])
})

test('My Page tells of contests with one’s entries, and of those open where one is', async () => {
  const id = await contest({ title: 'Of here' })
  const drawsAt = '2099-01-01T00:00:00Z'
  const away = await contest({
    title: 'Of there',
    area: { name: 'LA', ...farAway, miles: 5 },
    drawsAt,
  })
  const mine = async (as: Person) =>
    ((await app.get('/api/contests/mine', { as })).body as { id: number }[]).filter((one) =>
      [id, away].includes(one.id),
    )
  const member = await app.member()
  expect(await mine(member)).toEqual([])
  await app.database.updateTable('users').set(farAway).where('id', '=', member.id).execute()
  expect(await mine(member)).toMatchObject([{ id: away, entries: 0, eligible: null, won: null }])
  await dish(member)
  await confirm(id, member)
  expect(await mine(member)).toMatchObject([
    { id: away },
    { id, title: 'Of here', areaName: 'Minneapolis', entries: 1, counting: 1, eligible: true },
  ])
})

test('F9 saves, photos, deletions and a closing at once never wait in a circle, and what is frozen is what was there', async () => {
  const ids = [await contest(), await contest({ categories: [burgers] })]
  const members = await Promise.all(Array.from({ length: 8 }, () => app.member()))
  for (const member of members) for (const id of ids) await confirm(id, member)
  const { id: restaurant } = await app.restaurant()
  const items = await Promise.all(
    Array.from({ length: 3 }, async () =>
      app.item({ restaurant, category: burgers, by: (await app.member()).id }),
    ),
  )
  const save = (member: Person, itemId: number) =>
    app.post('/api/yolos', { itemId, categoryId: burgers }, { as: member })
  await Promise.all(members.slice(0, 4).map((member) => save(member, items[0]!.id)))
  const work = members.flatMap((member, n) => [
    ...items.slice(1).map((item) => save(member, item.id)),
    ...(n < 4
      ? [app.database.deleteFrom('users').where('id', '=', member.id).execute()]
      : [save(member, items[0]!.id)]),
  ])
  const closings = ids.map((id) => app.post(`/api/contests/${id}/close`, {}, { as: admin }))
  await Promise.allSettled(work)
  for (const closing of closings) expect((await closing).status).toBe(200)
  for (const id of ids) {
    const { entries } = await app.database
      .selectFrom('contests')
      .select('entries')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const counted = await Promise.all(members.slice(4).map((member) => entriesOf(id, member)))
    expect(counted.flat().every(({ id: one, counts }) => counts === entries!.includes(one))).toBe(
      true,
    )
  }
})
