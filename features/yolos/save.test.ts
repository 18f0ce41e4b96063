import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { countCharacters } from '#platform/text/characters.ts'

let app: TestApp
let place: { id: number; placeId: string; name: string }

const pizza = 2
const burgers = 3
const wine = 8

beforeAll(async () => {
  app = await testApp()
  place = await app.restaurant({ name: 'The Anchor' })
})

let count = 0
const payload = (wanted: object = {}) => ({
  placeId: place.placeId,
  categoryId: burgers,
  itemName: `Burger ${++count}`,
  ...wanted,
})
const save = (as: Person | null, wanted?: object) => app.post('/api/yolos', payload(wanted), { as })

/** Row counts of every table that a save can change. */
const rowCounts = async () => {
  const counted = async (table: 'yolos' | 'items' | 'yolo_tags' | 'votes') =>
    (await app.database.selectFrom(table).selectAll().execute()).length
  return [
    await counted('yolos'),
    await counted('items'),
    await counted('yolo_tags'),
    await counted('votes'),
  ]
}
const yoloRow = (id: number) =>
  app.database.selectFrom('yolos').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('POST /yolos', () => {
  it('saves a favourite, which stands in its category’s list', async () => {
    const member = await app.member()
    const saved = await save(member, {
      categoryId: wine,
      itemName: '  House   Red ',
      description: ' So good.\r\nReally. ',
      placeName: 'Another name',
      placeLatitude: 1,
      placeResponse: { any: ['thing'] },
    })
    expect(saved.status).toBe(200)
    expect(saved.body).toEqual({
      id: expect.any(Number),
      itemId: expect.any(Number),
      itemName: 'House Red',
      categoryId: wine,
      restaurantId: place.id,
      restaurantName: 'The Anchor',
      cityName: 'Minneapolis, MN, US',
      citySlug: 'minneapolis-mn-us',

      unconfirmed: false,
      voteWithdrawn: false,
      upvoteCount: 0,
    })
    const { body } = await app.get(
      `/api/yolos?category=${wine}&latitude=44.98&longitude=-93.27&distanceMiles=1`,
    )
    expect(body.nearBy).toMatchObject([
      {
        itemName: 'House Red',
        restaurantName: 'The Anchor',
        yoloCount: 1,
        yolos: [
          {
            id: saved.body.id,
            description: 'So good.\nReally.',
            userName: member.name,
            yoloTags: [],
          },
        ],
      },
    ])
  })

  it('joins an item whose name differs in case, spaces and forms of letters alone', async () => {
    const first = await save(await app.member(), { itemName: 'Crème  Burger' })
    const second = await save(await app.member(), { itemName: ' CRE\u0300ME\u00a0burger\u200b' })
    expect(second.body).toMatchObject({ itemId: first.body.itemId, itemName: 'Crème Burger' })
    expect(second.body.id).not.toBe(first.body.id)
  })

  it('a name and a review copied with direction marks are saved without them', async () => {
    const as = await app.member()
    const copied = {
      itemName: '\u202aMarked Lucy\u202c',
      description: '\u200eHot.\nVery\u200f 👩\u200d🍳',
    }
    const { status, body } = await save(as, copied)
    expect([status, body.itemName]).toEqual([200, 'Marked Lucy'])
    const stored = app.database.selectFrom('yolos').select('description')
    const { description } = await stored.where('id', '=', body.id).executeTakeFirstOrThrow()
    expect(description).toBe('Hot.\nVery 👩\u200d🍳')
  })

  it('takes no name that nobody could see, of a dish as of a restaurant', async () => {
    const as = await app.member()
    const add = (name: string) =>
      app.post(
        '/api/restaurants',
        { name, address: '1 A St', latitude: 45, longitude: -93 },
        { as },
      )
    for (const blank of ['\u2800', '\u3164', '\u200b\u2060', '\ufe0f \u2800']) {
      expect((await save(as, { itemName: blank })).body.fields).toHaveProperty('itemName')
      expect((await add(blank)).body.fields).toHaveProperty('name')
    }
  })

  it('takes an item by its number, without a place too', async () => {
    const first = await save(await app.member(), { itemName: 'By number' })
    const { itemId } = first.body
    const same = { itemId, itemName: 'Whatever else', placeName: null, userName: null }
    expect((await save(await app.member(), same)).body).toMatchObject({
      itemId,
      itemName: 'By number',
    })
    const alone = await app.post(
      '/api/yolos',
      { itemId, categoryId: burgers },
      { as: await app.member() },
    )
    expect(alone.body).toMatchObject({ itemId, restaurantId: place.id })
  })

  it('refuses an item that was renamed since it was seen, unless it was merged', async () => {
    const [first, other] = [await app.member(), await app.member()]
    const { body } = await save(first, { itemName: 'Fine burger' })
    const { body: stays } = await save(first, { itemName: 'Good burger' })
    const seen = { itemId: body.itemId, expectedName: 'fine  Burger' }
    await app.put('/api/yolo/name', { yoloId: body.id, new_name: 'Rat soup' }, { as: first })
    expect(await save(other, seen)).toMatchObject({ status: 409, body: { error: 'item_renamed' } })
    const admin = await app.member({ id: 514 })
    await app.post(`/api/items/${body.itemId}/merge`, { into: stays.itemId }, { as: admin })
    expect((await save(other, seen)).body).toMatchObject({ itemName: 'Good burger' })
  })

  it('the same name in another category is another item', async () => {
    const member = await app.member()
    const one = await save(member, { itemName: 'Special' })
    const other = await save(member, { itemName: 'Special', categoryId: pizza })
    expect(other.status).toBe(200)
    expect(other.body.itemId).not.toBe(one.body.itemId)
  })

  it('a fourth in a category is refused with the three that stand', async () => {
    const member = await app.member()
    const three = []
    for (const itemName of ['One', 'Two', 'Three'])
      three.push((await save(member, { itemName, description: `Why ${itemName}` })).body)
    const before = await rowCounts()
    const fourth = await save(member, { itemName: 'A fourth' })
    expect(fourth.status).toBe(409)
    expect(fourth.body).toEqual({
      error: 'quota_filled',
      message: 'Quota of 3 filled',
      yolos: three.map(({ id, itemId, itemName }) => ({
        id,
        itemId,
        itemName,
        restaurantName: 'The Anchor',
        description: `Why ${itemName}`,
      })),
    })
    expect(await rowCounts()).toEqual(before)
    expect((await save(member, { categoryId: pizza })).status).toBe(200)
  })

  it('a place that became free is used again', async () => {
    const member = await app.member()
    const saved = []
    for (let i = 0; i < 3; i++) saved.push((await save(member)).body)
    await app.database.deleteFrom('yolos').where('id', '=', saved[1].id).execute()
    expect((await save(member)).status).toBe(200)
    expect((await save(member)).status).toBe(409)
  })

  it('the same item a second time is refused with the yolo', async () => {
    const member = await app.member()
    const { body } = await save(member, { itemName: 'Again', description: 'First' })
    const before = await rowCounts()
    for (const wanted of [{ itemName: 'AGAIN' }, { itemId: body.itemId }]) {
      const again = await save(member, { ...wanted, description: 'Second' })
      expect(again.status).toBe(409)
      expect(again.body).toMatchObject({
        error: 'already_yours',
        yolo: { id: body.id, itemId: body.itemId, itemName: 'Again', description: 'First' },
      })
    }
    expect(await rowCounts()).toEqual(before)
  })

  it('withdraws one’s own vote on the item, and nobody else’s', async () => {
    const item = await app.item({
      restaurant: place.id,
      category: burgers,
      by: (await app.member()).id,
    })
    const [member, other] = [await app.member(), await app.member()]
    for (const as of [member, other]) await app.post(`/api/items/${item.id}/upvote`, {}, { as })
    const saved = await save(member, { itemId: item.id })
    expect(saved.body).toMatchObject({ voteWithdrawn: true, upvoteCount: 1 })
    const { body } = await app.get(`/api/marks?items=${item.id}`, { as: member })
    expect(body).toMatchObject([{ upvoted: false, canUpvote: false, used: true, upvoteCount: 1 }])
    const vote = await app.post(`/api/items/${item.id}/upvote`, {}, { as: member })
    expect(vote.body.error).toBe('own_favourite')
  })

  it('keeps the tags of its category, each once', async () => {
    const { body } = await save(await app.member(), { categoryId: pizza, tags: [26, 24, 26] })
    const { body: items } = await app.get(`/api/items?category=${pizza}&place=${place.placeId}`)
    const item = items.find(({ id }: { id: number }) => id === body.itemId)
    expect(item).toMatchObject({
      tags: [24, 26],
      yolos: [{ yoloTags: [{ tagId: 24 }, { tagId: 26 }] }],
    })
  })

  it('an unverified member saves one yolo, and more after verifying', async () => {
    const member = await app.member({ verified: false })
    expect((await save(member)).status).toBe(200)
    const before = await rowCounts()
    const second = await save(member, { categoryId: pizza })
    expect(second.status).toBe(403)
    expect(second.body).toEqual({
      error: 'verify_first',
      message: expect.stringContaining('e-mail'),
    })
    expect(await rowCounts()).toEqual(before)
    await app.database
      .updateTable('users')
      .set({ email_verified_at: new Date() })
      .where('id', '=', member.id)
      .execute()
    expect((await save(member, { categoryId: pizza })).status).toBe(200)
  })

  it('user 20 is outside the quota and types the name shown; others can’t', async () => {
    const special = await app.member({ id: 20 })
    for (let i = 0; i < 5; i++)
      expect((await save(special, { userName: ' Chef  Ann ' })).status).toBe(200)
    const named = await save(special, { userName: 'Chef Ann' })
    expect(await yoloRow(named.body.id)).toMatchObject({ slot: null, shown_name: 'Chef Ann' })
    const unnamed = await save(special, { userName: ' ' })
    expect(await yoloRow(unnamed.body.id)).toMatchObject({ slot: null, shown_name: null })
    const tooLong = await save(special, { userName: 'x'.repeat(301) })
    expect(tooLong.body.fields).toHaveProperty('userName')

    const member = await save(await app.member(), { userName: 'x'.repeat(301) })
    expect(await yoloRow(member.body.id)).toMatchObject({ slot: 1, shown_name: null })
  })

  it('counts characters as code points after NFC', async () => {
    const texts = [
      'x'.repeat(300),
      '🍔'.repeat(300),
      'e\u0301'.repeat(300),
      ` ${'x'.repeat(300)}\n`,
    ]
    for (const text of texts) {
      const { status, body } = await save(await app.member(), {
        itemName: `${++count}`.padEnd(300, '🍔').slice(0, 300),
        description: text,
      })
      expect(status).toBe(200)
      expect(countCharacters((await yoloRow(body.id)).description)).toBe(300)
    }
    for (const text of ['x'.repeat(301), '🍔'.repeat(301), 'x'.repeat(5000)])
      for (const field of ['description', 'itemName']) {
        const { status, body } = await save(await app.member(), { [field]: text })
        expect(status).toBe(400)
        expect(body.fields).toEqual({ [field]: 'At most 300 characters.' })
      }
  })

  it('a closed or deleted restaurant takes nothing more', async () => {
    const [closed, gone] = [await app.restaurant(), await app.restaurant()]
    const update = (id: number, change: { hidden_at: Date } | { deleted_at: Date }) =>
      app.database.updateTable('restaurants').set(change).where('id', '=', id).execute()
    await update(closed.id, { hidden_at: new Date() })
    await update(gone.id, { deleted_at: new Date() })
    const member = await app.member()
    const before = await rowCounts()
    const answers = await Promise.all(
      [closed, gone].map(({ placeId }) => save(member, { placeId })),
    )
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [409, 'restaurant_closed'],
      [409, 'restaurant_gone'],
    ])
    expect(await rowCounts()).toEqual(before)
  })
})

describe('refuses, in the error shape, and changes nothing', () => {
  let member: Person
  beforeAll(async () => {
    member = await app.member()
  })

  const wrong: Array<[string, object]> = [
    ['categoryId', { categoryId: 99 }],
    ['categoryId', { categoryId: 0 }],
    ['categoryId', { categoryId: '3' }],
    ['categoryId', { categoryId: 3.5 }],
    ['categoryId', { categoryId: null }],
    ['placeId', { placeId: 'nobody:knows' }],
    ['placeId', { placeId: null }],
    ['placeId', { placeId: 7 }],
    ['placeId', { placeId: ['a', 'b'] }],
    ['placeId', { placeId: 'a\0b' }],
    ['placeLatitude', { placeLatitude: 91 }],
    ['placeLongitude', { placeLongitude: '12' }],
    ['itemName', { itemName: ' \u200b ' }],
    ['itemName', { itemName: null }],
    ['itemName', { itemName: 7 }],
    ['itemName', { itemName: 'a\0b' }],
    ['itemName', { itemName: 'a\u0007b' }],
    ['itemId', { itemId: 2 ** 31 }],
    ['itemId', { itemId: '1' }],
    ['description', { description: { toString: 'x' } }],
    ['description', { description: 'a\0b' }],
    ['tags', { tags: 'Wings' }],
    ['tags.0', { tags: ['35'] }],
    ['tags.1', { tags: [35, 152] }],
    ['tags', { tags: [35, 23] }],
    ['tags', { categoryId: wine, tags: [35] }],
  ]
  it.each(wrong)('%s: %j', async (field, wanted) => {
    const before = await rowCounts()
    const { status, body } = await save(member, wanted)
    expect(status).toBe(400)
    expect(body).toEqual({
      error: 'bad_input',
      message: expect.any(String),
      fields: { [field]: expect.any(String) },
    })
    expect(await rowCounts()).toEqual(before)
  })

  it('an item of another category, of another restaurant, or none at all', async () => {
    const { body } = await save(await app.member())
    const elsewhere = await app.restaurant()
    const before = await rowCounts()
    const answers = [
      await save(member, { itemId: body.itemId, categoryId: pizza }),
      await save(member, { itemId: body.itemId, placeId: elsewhere.placeId }),
      await save(member, { itemId: 999_999 }),
    ]
    expect(answers.map((answer) => [answer.status, answer.body.error])).toEqual([
      [400, 'bad_input'],
      [400, 'bad_input'],
      [404, 'item_not_found'],
    ])
    expect(await rowCounts()).toEqual(before)
  })

  it('broken JSON, a list, text/plain, a form', async () => {
    const before = await rowCounts()
    const send = (body: string, type: string) =>
      app.request('POST', '/api/yolos', { body, headers: { 'Content-Type': type }, as: member })
    const whole = JSON.stringify(payload())
    const answers = [
      await send(whole.slice(0, -1), 'application/json'),
      await send(`[${whole}]`, 'application/json'),
      await send(whole, 'text/plain'),
      await send('categoryId=3', 'application/x-www-form-urlencoded'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 415, 415])
    for (const { body } of answers)
      expect(body).toMatchObject({ error: expect.any(String), message: expect.any(String) })
    expect(await rowCounts()).toEqual(before)
  })

  it('visitors, and another member’s id', async () => {
    const before = await rowCounts()
    expect((await save(null)).body.error).toBe('not_logged_in')
    expect((await save(member, { userId: member.id + 1 })).body.error).toBe('not_yours')
    expect(await rowCounts()).toEqual(before)
  })

  it('unknown keys set nothing', async () => {
    const other = await app.member()
    const keys = { id: 1, slot: 9, user_id: other.id, shown_name: 'x', upvoteCount: 99 }
    const { body } = await save(member, keys)
    expect(await yoloRow(body.id)).toMatchObject({ user_id: member.id, slot: 1, shown_name: null })
  })
})
