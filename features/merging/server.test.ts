import { beforeAll, describe, expect, it } from 'vitest'
import { photoClient } from '#features/photos/photos.testing.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { makePhoto } from '#platform/testing/photos.ts'

let app: TestApp
let admin: Person
beforeAll(async () => {
  app = await testApp()
  admin = await app.member({ id: 514 })
})

const burgers = 3
type Options = Partial<Parameters<TestApp['item']>[0]>
const dish = async (restaurant: number, options: Options = {}) =>
  app.item({ restaurant, category: burgers, by: (await app.member()).id, ...options })
const pairOf = async (first: Options = {}, second: Options = {}) => {
  const place = await app.restaurant()
  const goes = await dish(place.id, { name: 'Cheese burger', ...first })
  const stays = await dish(place.id, { name: 'Cheeseburger', ...second })
  return { place, goes, stays }
}
const merge = (kind: 'items' | 'restaurants', id: number, into: number) =>
  app.post(`/api/${kind}/${id}/merge`, { into }, { as: admin })
const vote = (id: number, as: Person) => app.post(`/api/items/${id}/upvote`, {}, { as })
const cardsAt = async (place: number, as?: Person) =>
  (await app.get(`/api/restaurants/${place}`, as ? { as } : {})).body.items
const lastAudit = () =>
  app.database.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
const candidates = async (query: string) =>
  (await app.get(`/api/admin/merge/candidates?${query}`, { as: admin })).body

describe('POST /items/:id/merge', () => {
  it('moves yolos, tags and votes, adds adjustments up, and is audited', async () => {
    const [both, onlyFirst, onlySecond] = await Promise.all([1, 2, 3].map(() => app.member()))
    const { place, goes, stays } = await pairOf(
      { tags: [35], upvotes: 4, description: 'The first' },
      { tags: [36], upvotes: -1 },
    )
    for (const id of [goes.id, stays.id]) await vote(id, both!)
    await vote(goes.id, onlyFirst!)
    await vote(stays.id, onlySecond!)
    const { status, body } = await merge('items', goes.id, stays.id)
    expect([status, body]).toEqual([200, { id: stays.id, name: 'Cheeseburger' }])
    const cards = await cardsAt(place.id, onlyFirst)
    expect(cards).toMatchObject([
      { id: stays.id, upvoteCount: 6, yoloCount: 2, tags: [35, 36], upvoted: true },
    ])
    expect(await lastAudit()).toMatchObject({
      actor_id: 514,
      action: 'item.merge',
      subject: `item ${stays.id}`,
      before: { goes: { id: goes.id }, stays: { id: stays.id } },
    })
  })

  it('leaves one yolo to a member who saved both, with its photo and contest entries, and no own vote', async () => {
    const eater = await app.member()
    const { goes, stays, place } = await pairOf({ by: eater.id }, { by: eater.id })
    const voter = await app.member()
    const moved = await dish(place.id, { name: 'Third', by: voter.id })
    await vote(stays.id, voter)
    const form = new FormData()
    form.set('file', new Blob([await makePhoto()], { type: 'image/jpeg' }), 'a.jpg')
    await app.request('POST', `/api/yolo-image/${moved.yoloId}/image/upload`, {
      as: voter,
      body: form,
    })
    expect((await merge('items', goes.id, stays.id)).status).toBe(200)
    expect((await merge('items', moved.id, stays.id)).status).toBe(200)
    const [card] = await cardsAt(place.id)
    expect(card).toMatchObject({ id: stays.id, yoloCount: 2, upvoteCount: 0 })
    expect(card.yolos.map(({ id }: { id: number }) => id).sort()).toEqual(
      [stays.yoloId, moved.yoloId].sort(),
    )
    expect(card.yolos.find(({ id }: { id: number }) => id === moved.yoloId).image).toMatch(/jpg$/)
    expect(photoClient(app)).toBeDefined()
  })

  it('moves reports, of which each member has one: five of both hide the dish', async () => {
    const { goes, stays } = await pairOf()
    const reporters = await Promise.all([1, 2, 3, 4, 5].map(() => app.member()))
    for (const as of reporters.slice(0, 4))
      await app.post(`/api/items/${goes.id}/expired`, {}, { as })
    for (const as of reporters.slice(3))
      await app.post(`/api/items/${stays.id}/expired`, {}, { as })
    await merge('items', goes.id, stays.id)
    const { body } = await app.get(
      `/api/admin/merge/comparison?kind=item&from=${stays.id}&into=${stays.id}`,
      {
        as: admin,
      },
    )
    expect(body.goes.reportCount).toBe(5)
    expect((await app.get(`/api/items/${stays.id}`)).body.gone).toBe(true)
  })

  it('redirects the page, while writes to the merged id answer 404', async () => {
    const { goes, stays } = await pairOf()
    await merge('items', goes.id, stays.id)
    expect((await app.get(`/api/dishes/${goes.id}`)).body.card?.id ?? stays.id).toBe(stays.id)
    expect((await vote(goes.id, await app.member())).status).toBe(404)
    expect((await merge('items', goes.id, stays.id)).status).toBe(404)
  })

  it('refuses itself, other restaurants and other categories', async () => {
    const { goes, stays, place } = await pairOf()
    const elsewhere = await dish((await app.restaurant()).id)
    const dessert = await dish(place.id, { category: 6 })
    expect((await merge('items', goes.id, goes.id)).body.error).toBe('cannot_merge')
    expect((await merge('items', goes.id, elsewhere.id)).body.error).toBe('cannot_merge')
    expect((await merge('items', goes.id, dessert.id)).body.error).toBe('cannot_merge')
    expect((await merge('items', goes.id, 2_000_000)).status).toBe(404)
    expect((await cardsAt(place.id)).length).toBe(3)
    expect(stays.id).not.toBe(goes.id)
  })
})

describe('POST /restaurants/:id/merge', () => {
  it('moves dishes, merges those of one name, fills in facts, and leads on from the old id', async () => {
    const [goes, stays] = [await app.restaurant(), await app.restaurant()]
    await app.database
      .updateTable('restaurants')
      .set({ phone: '+1 612-555-0101' })
      .where('id', '=', goes.id)
      .execute()
    const same = { name: 'Juicy Lucy' }
    const twin = await dish(goes.id, same)
    const first = await dish(stays.id, same)
    const alone = await dish(goes.id, { name: 'Fries' })
    await app.post(`/api/restaurants/${goes.id}/closed`, {}, { as: await app.member() })
    expect((await merge('restaurants', goes.id, stays.id)).status).toBe(200)
    const { body } = await app.get(`/api/restaurants/${goes.id}`)
    expect(body.restaurant).toMatchObject({ id: stays.id, phone: '+1 612-555-0101' })
    expect(body.items.map(({ id }: { id: number }) => id).sort()).toEqual(
      [first.id, alone.id].sort(),
    )
    expect(body.items.find(({ id }: { id: number }) => id === first.id).yoloCount).toBe(2)
    const { body: compared } = await app.get(
      `/api/admin/merge/comparison?kind=restaurant&from=${stays.id}&into=${stays.id}`,
      { as: admin },
    )
    expect(compared.goes.reportCount).toBe(1)
    expect((await vote(twin.id, await app.member())).status).toBe(404)
    const closed = await app.post(
      `/api/restaurants/${goes.id}/closed`,
      {},
      { as: await app.member() },
    )
    expect(closed.status).toBe(404)
    expect(await lastAudit()).toMatchObject({ action: 'restaurant.merge' })
  })

  it('leads on after a second merge, too', async () => {
    const [a, b, c] = [await app.restaurant(), await app.restaurant(), await app.restaurant()]
    await merge('restaurants', a.id, b.id)
    await merge('restaurants', b.id, c.id)
    expect((await app.get(`/api/restaurants/${a.id}`)).body.restaurant.id).toBe(c.id)
  })
})

describe('GET /admin/merge/candidates', () => {
  it.each([
    ['Cheese burger', 'Cheeseburger'],
    ['Сырники', 'Сырник'],
  ])(
    'offers similar dishes of the restaurant and category, or those of a name',
    async (...pair) => {
      const { goes, stays, place } = await pairOf({ name: pair[0] }, { name: pair[1] })
      const fries = await dish(place.id, { name: 'Fries' })
      const ids = (found: { id: number }[]) => found.map(({ id }) => id)
      expect(ids(await candidates(`kind=item&id=${goes.id}`))).toEqual([stays.id])
      expect(ids(await candidates(`kind=item&id=${goes.id}&q=fri`))).toEqual([fries.id])
    },
  )

  it('offers restaurants of a similar name near by, or those whose name begins so', async () => {
    const near = { latitude: 44.9, longitude: -93.2 }
    const one = await app.restaurant({ name: 'Matts Bar', ...near })
    const other = await app.restaurant({ name: 'Matt’s Bar', ...near })
    expect(await candidates(`kind=restaurant&id=${one.id}`)).toMatchObject([{ id: other.id }])
    expect(await candidates(`kind=restaurant&q=matt&id=${one.id}`)).toMatchObject([
      { id: other.id, name: 'Matt’s Bar' },
    ])
  })
})
