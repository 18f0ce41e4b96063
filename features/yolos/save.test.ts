import { beforeAll, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import type { Person } from '#platform/testing/people.ts'

let app: TestApp
let place: { id: number; placeId: string; name: string }
const [pizza, burgers, breakfast, wine] = [2, 3, 7, 8]

beforeAll(async () => {
  app = await testApp()
  place = await app.restaurant({ name: 'The Anchor' })
})

let count = 0
const payload = (input: object = {}) => ({
  placeId: place.placeId,
  categoryId: burgers,
  itemName: `Burger ${++count}`,
  ...input,
})
const save = (as: Person | null, input?: object) => app.post('/api/yolos', payload(input), { as })
const swap = (as: Person, outId: number, input?: object) =>
  app.post('/api/yolos/swap', { ...payload(input), outId }, { as })
const fields = async (as: Person, input: object) => {
  const { status, body } = await save(as, input)
  return [status, Object.keys(body.fields ?? {})]
}

it('saves a favorite, which is in its category’s list', async () => {
  const member = await app.member()
  const saved = await save(member, {
    categoryId: wine,
    itemName: '  House   Red ',
    description: ' So good.\r\nReally. ',
    placeName: 'Another name',
    placeLatitude: 1,
    placeResponse: { any: ['thing'] },
  })
  expect([saved.status, saved.body]).toEqual([
    200,
    {
      id: expect.any(Number),
      itemId: expect.any(Number),
      itemName: 'House Red',
      categoryId: wine,
      restaurantId: place.id,
      restaurantName: 'The Anchor',
      cityName: 'Minneapolis, MN, US',
      citySlug: 'minneapolis-mn-us',
    },
  ])
  const { body } = await app.get(
    `/api/yolos?category=${wine}&latitude=44.98&longitude=-93.27&distanceMiles=1`,
  )
  expect(body.nearBy).toMatchObject([
    {
      itemName: 'House Red',
      yoloCount: 1,
      yolos: [{ id: saved.body.id, description: 'So good.\nReally.', userName: member.name }],
    },
  ])
})

it('joins an item whose name differs in case, spaces and forms of letters alone', async () => {
  const first = await save(await app.member(), { itemName: 'Crème  Burger' })
  const second = await save(await app.member(), { itemName: ' CRE\u0300ME\u00a0burger\u200b' })
  expect(second.body).toMatchObject({ itemId: first.body.itemId, itemName: 'Crème Burger' })
})

it('takes an item by its number, and only of the named category and restaurant', async () => {
  const { itemId } = (await save(await app.member(), { itemName: 'By number' })).body
  const other = await app.member()
  const elsewhere = await app.restaurant()
  expect(await fields(other, { itemId, categoryId: pizza })).toEqual([400, ['itemId']])
  expect(await fields(other, { itemId, placeId: elsewhere.placeId })).toEqual([400, ['itemId']])
  expect((await save(other, { itemId: 2_000_000_000 })).body.error).toBe('item_not_found')
  const alone = await app.post('/api/yolos', { itemId, categoryId: burgers }, { as: other })
  expect(alone.body).toMatchObject({ itemId, itemName: 'By number' })
})

it('S29 refuses what can’t be saved', async () => {
  const member = await app.member()
  expect(await fields(member, { placeId: 'nowhere' })).toEqual([400, ['placeId']])
  expect(await fields(member, { placeId: null })).toEqual([400, ['placeId']])
  expect(await fields(member, { itemName: ' \u200b ' })).toEqual([400, ['itemName']])
  expect(await fields(member, { itemName: 'x'.repeat(301) })).toEqual([400, ['itemName']])
  expect(await fields(member, { description: 'x'.repeat(301) })).toEqual([400, ['description']])
  expect(await fields(member, { categoryId: 99 })).toEqual([400, ['categoryId']])
  expect(await fields(member, { tags: [1] })).toEqual([400, ['tags']])
  expect((await save(null)).status).toBe(401)
  const other = await app.member()
  expect((await save(member, { userId: other.id })).body.error).toBe('not_yours')
})

it('refuses a favorite at a restaurant that is closed or was removed', async () => {
  const closed = await app.restaurant()
  const change = (changes: object) =>
    app.database.updateTable('restaurants').set(changes).where('id', '=', closed.id).execute()
  const member = await app.member()
  await change({ hidden_at: new Date() })
  const refused = async () => (await save(member, { placeId: closed.placeId })).body.error
  expect(await refused()).toBe('restaurant_closed')
  await change({ hidden_at: null, deleted_at: new Date() })
  expect(await refused()).toBe('restaurant_gone')
})

it('a fourth favorite of a category is refused with the three, and one of them can make room', async () => {
  const member = await app.member()
  const three = []
  for (let n = 0; n < 3; n++) three.push((await save(member, { categoryId: pizza })).body)
  const fourth = await save(member, { categoryId: pizza })
  expect(fourth).toMatchObject({ status: 409, body: { message: 'Quota of 3 filled' } })
  expect(fourth.body.yolos.map(({ id }: { id: number }) => id)).toEqual(three.map(({ id }) => id))
  expect((await save(member)).status).toBe(200)

  const swapped = await swap(member, three[0].id, { categoryId: pizza, itemName: 'New' })
  expect(swapped).toMatchObject({ status: 200, body: { itemName: 'New' } })
  const { body } = await app.get('/api/my-page', { as: member })
  const names = body.items
    .filter(({ categoryId }: { categoryId: number }) => categoryId === pizza)
    .map(({ itemName }: { itemName: string }) => itemName)
  expect(names.toSorted()).toEqual(['New', three[1].itemName, three[2].itemName].toSorted())
  expect(await violatedInvariants(app.database)).toEqual([])
})

it('a swap is refused as a whole', async () => {
  const [member, other] = [await app.member(), await app.member()]
  const { body } = await save(member)
  const { body: theirs } = await save(other)
  expect((await swap(member, theirs.id)).body.error).toBe('not_yours')
  expect((await swap(member, 2_000_000_000)).body.error).toBe('yolo_not_found')
  expect((await swap(member, body.id, { categoryId: wine })).body.error).toBe('other_category')
  expect((await swap(member, body.id, { placeId: 'nowhere' })).status).toBe(400)
  expect((await app.get(`/api/items/${body.itemId}`, { as: member })).body.used).toBe(true)
})

it('the same favorite twice is refused with the one that is there', async () => {
  const member = await app.member()
  const { body } = await save(member, { itemName: 'Twice', description: 'Words.' })
  expect((await save(member, { itemName: 'twice' })).body).toMatchObject({
    error: 'already_yours',
    yolo: { id: body.id, description: 'Words.' },
  })
})

it('S35 saving an item withdraws one’s vote for it', async () => {
  const [owner, member] = [await app.member(), await app.member()]
  const { itemId } = (await save(owner, { itemName: 'Voted' })).body
  await app.post(`/api/items/${itemId}/upvote`, {}, { as: member })
  expect((await save(member, { itemId })).status).toBe(200)
  expect((await app.get(`/api/items/${itemId}`)).body.upvoteCount).toBe(0)
  expect((await app.post(`/api/items/${itemId}/upvote`, {}, { as: member })).status).toBe(409)
})

it('an unverified member saves one, and a second once verified', async () => {
  const member = await app.member({ verified: false })
  const allowed = async () => (await app.get('/api/yolos/is-yolo-allowed', { as: member })).body
  expect(await allowed()).toMatchObject({ yoloedEarlier: false, verified: false })
  expect((await save(member)).status).toBe(200)
  expect(await allowed()).toMatchObject({ yoloedEarlier: true, verified: false })
  expect(await save(member)).toMatchObject({ status: 403, body: { error: 'verify_first' } })
})

it('user 20 has no quota and says whose favorite it is; nobody else does', async () => {
  const twenty = await app.member({ id: 20 })
  for (let n = 0; n < 4; n++) expect((await save(twenty)).status).toBe(200)
  const { body } = await save(twenty, { userName: 'A Guest' })
  const nameOf = async (id: number) => (await app.get(`/api/items/${id}`)).body.yolos[0].userName
  expect(await nameOf(body.itemId)).toBe('A Guest')
  const member = await app.member()
  const own = await save(member, { userName: 'A Guest' })
  expect(await nameOf(own.body.itemId)).toBe(member.name)
})

it('saves tags of its category, each once', async () => {
  const member = await app.member()
  const { tags } = (await app.get('/api/tags', { as: null })).body ?? {}
  const some: number[] = (tags ?? [])
    .filter(({ category }: { category: number }) => category === breakfast)
    .slice(0, 2)
    .map(({ id }: { id: number }) => id)
  const { body } = await save(member, { categoryId: breakfast, tags: [...some, ...some] })
  const { yoloTags } = (await app.get('/api/my-page', { as: member })).body.items
    .flatMap(({ yolos }: any) => yolos)
    .find(({ id }: any) => id === body.id)
  expect(yoloTags.map(({ tagId }: any) => tagId)).toEqual(some)
})

it('the favorites of a deleted dish leave the quota, and come back as far as there is room', async () => {
  const [ann, bob, admin] = [await app.member(), await app.member(), await app.member({ id: 514 })]
  const { itemId } = (await save(ann, { itemName: 'Gone Burger' })).body
  await save(bob, { itemId })
  for (const as of [ann, bob]) for (let n = 0; n < 2; n++) await save(as)
  const counter = async (as: Person) =>
    (await app.get('/api/user-categories', { as })).body.find(
      ({ id }: { id: number }) => id === burgers,
    ).counter
  await app.put('/api/items/delete', { itemId }, { as: admin })
  expect(await counter(ann)).toBe(2)
  expect((await save(ann)).status).toBe(200)
  expect(await fields(bob, { itemName: 'gone burger' })).toEqual([400, ['itemName']])
  expect(await violatedInvariants(app.database)).toEqual([])
  expect((await app.put('/api/items/restore', { itemId }, { as: admin })).status).toBe(200)
  expect([await counter(ann), await counter(bob)]).toEqual([3, 3])
  expect(await violatedInvariants(app.database)).toEqual([])
})

it('GET /restaurant-items says whether a name is free there', async () => {
  const { body } = await save(await app.member(), { itemName: 'Named Burger' })
  const ask = (itemName: string, category = '') =>
    app.get(
      `/api/restaurant-items?placeId=${place.placeId}&itemName=${encodeURIComponent(itemName)}${category}&v=1`,
    )
  expect(await ask('Free Burger')).toMatchObject({ status: 200, body: {} })
  expect(await ask('named  burger')).toMatchObject({
    status: 409,
    body: { error: 'item_exists', item: { id: body.itemId } },
  })
  expect((await ask('named burger', `&category=${wine}`)).status).toBe(200)
})
