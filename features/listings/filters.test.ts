import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'

const here = { latitude: 44.98, longitude: -93.27 }
const near = `latitude=${here.latitude}&longitude=${here.longitude}`
const day = 24 * 60 * 60 * 1000
type Span = [day: string, openTime: string, closeTime: string]

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
beforeEach(() => app.clock.set(null))

/** Each test uses its own category. */
const categories = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]
let turn = 0
const fresh = () => categories[turn++ % categories.length]!

type Facts = {
  name: string
  category: number
  price?: number | null
  hours?: Span[] | null
  zone?: string
  upvotes?: number
  tags?: number[]
  at?: typeof here
}

const spans = (hours: Span[]) =>
  JSON.stringify(
    hours.map(([day, openTime, closeTime]) => ({ day, openTime, closeTime, closed: false })),
  )

/** Creates a dish at its own restaurant, saved 60 days ago. */
async function dish({
  name,
  category,
  price = null,
  hours = null,
  zone,
  at = here,
  ...rest
}: Facts) {
  const { id: restaurant } = await app.restaurant({ ...at, name: `Of ${name}` })
  await sql`
    update restaurants set price_level = ${price}, opening_hours = ${hours && spans(hours)},
           time_zone = coalesce(${zone ?? null}, time_zone) where id = ${restaurant}`.execute(
    app.database,
  )
  const { id: by } = await app.member()
  const createdAt = new Date(Date.now() - 60 * day)
  return {
    ...(await app.item({ restaurant, category, by, name, createdAt, ...rest })),
    restaurant,
    by,
  }
}

type Page = {
  nearBy: { itemName: string }[]
  top: { itemName: string }[]
  nearByCursor: string | null
}
async function names(query: string, list: 'nearBy' | 'top' = 'nearBy'): Promise<string[]> {
  const { status, body } = await app.get(`/api/yolos?${near}&${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return (body as Page)[list].map(({ itemName }) => itemName)
}

const vote = async (item: number, by?: number) => {
  const user = by ?? (await app.member()).id
  await app.database.insertInto('votes').values({ item_id: item, user_id: user }).execute()
  return user
}

describe('price', () => {
  it('lists dishes of restaurants of any of the levels asked for, none whose price nobody knows, near by and elsewhere', async () => {
    const category = fresh()
    for (const price of [1, 2, 4, null]) {
      await dish({ name: `${price}`, category, price })
      await dish({ name: `far ${price}`, category, price, at: { latitude: 10, longitude: 10 } })
    }
    expect((await names(`category=${category}&price=1,4`)).sort()).toEqual(['1', '4'])
    expect(await names(`category=${category}&price=2`)).toEqual(['2'])
    expect(await names(`category=${category}&price=2`, 'top')).toEqual(['far 2'])
    expect((await names(`category=${category}&price=`)).length).toBe(4)
  })

  it('follows its restaurant, and an item that comes later has it from there', async () => {
    const category = fresh()
    const { restaurant } = await dish({ name: 'Risen', category, price: 1 })
    await app.item({ restaurant, category, by: (await app.member()).id, name: 'Later' })
    expect((await names(`category=${category}&price=1`)).sort()).toEqual(['Later', 'Risen'])
    await sql`update restaurants set price_level = 3 where id = ${restaurant}`.execute(app.database)
    await expect.poll(() => names(`category=${category}&price=1`)).toEqual([])
    expect((await names(`category=${category}&price=3`)).length).toBe(2)
  })
})

describe('open now', () => {
  const open = async (category: number, at: string) => {
    app.clock.set(new Date(at))
    return (await names(`category=${category}&open=now`)).sort()
  }

  it('goes by the minute of the restaurant’s own week: over midnight, from Sunday to Monday, and never where hours aren’t known', async () => {
    const category = fresh()
    await dish({ name: 'Lunch', category, hours: [['Monday', '11:00', '14:30']] })
    await dish({ name: 'Night', category, hours: [['Friday', '22:00', '02:00']] })
    await dish({ name: 'Sunday night', category, hours: [['Sunday', '20:00', '03:00']] })
    await dish({ name: 'Always', category, hours: weekOf('00:00', '24:00') })
    await dish({ name: 'Closed', category, hours: [] })
    await dish({ name: 'Unknown', category })
    // Chicago is six hours behind UTC in winter. This is Monday, 2 November 2026.
    expect(await open(category, '2026-11-02T16:59:59Z')).toEqual(['Always'])
    expect(await open(category, '2026-11-02T17:00:00Z')).toEqual(['Always', 'Lunch'])
    expect(await open(category, '2026-11-02T20:29:59Z')).toEqual(['Always', 'Lunch'])
    expect(await open(category, '2026-11-02T20:30:00Z')).toEqual(['Always'])
    // Saturday, 1:59 and 2:00 in Chicago.
    expect(await open(category, '2026-11-07T07:59:00Z')).toEqual(['Always', 'Night'])
    expect(await open(category, '2026-11-07T08:00:00Z')).toEqual(['Always'])
    // Monday, 2:59 and 3:00 in Chicago.
    expect(await open(category, '2026-11-09T08:59:00Z')).toEqual(['Always', 'Sunday night'])
    expect(await open(category, '2026-11-09T09:00:00Z')).toEqual(['Always'])
  })

  it('keeps to the clock on the wall when it is put forward or back, and to each zone’s own', async () => {
    const category = fresh()
    const hours = weekOf('09:00', '10:00')
    await dish({ name: 'Chicago', category, hours })
    await dish({ name: 'Kathmandu', category, hours, zone: 'Asia/Kathmandu' })
    await dish({ name: 'Kiritimati', category, hours, zone: 'Pacific/Kiritimati' })
    await dish({ name: 'Nowhere', category, hours, zone: 'Mars/Olympus' })
    // The clocks of Chicago went back on 1 November 2026 and forward on 14 March 2027.
    expect(await open(category, '2026-10-31T14:30:00Z')).toEqual(['Chicago'])
    expect(await open(category, '2026-11-01T14:30:00Z')).toEqual([])
    expect(await open(category, '2026-11-01T15:30:00Z')).toEqual(['Chicago'])
    expect(await open(category, '2027-03-14T14:30:00Z')).toEqual(['Chicago'])
    expect(await open(category, '2026-11-01T03:30:00Z')).toEqual(['Kathmandu'])
    expect(await open(category, '2026-11-01T19:30:00Z')).toEqual(['Kiritimati'])
  })

  it('follows what becomes of a restaurant’s hours', async () => {
    const category = fresh()
    const { restaurant } = await dish({ name: 'Moved', category, hours: weekOf('09:00', '10:00') })
    const nine = '2026-11-04T15:30:00Z'
    expect(await open(category, nine)).toEqual(['Moved'])
    await sql`update restaurants set opening_hours = ${spans(weekOf('12:00', '13:00'))} where id = ${restaurant}`.execute(
      app.database,
    )
    await expect.poll(() => open(category, nine)).toEqual([])
    expect(await open(category, '2026-11-04T18:30:00Z')).toEqual(['Moved'])
    await sql`update restaurants set opening_hours = null where id = ${restaurant}`.execute(
      app.database,
    )
    await expect.poll(() => open(category, '2026-11-04T18:30:00Z')).toEqual([])
  })

  it('changes with the minute, whatever is kept of the minute before', async () => {
    const category = fresh()
    await dish({ name: 'Brief', category, hours: weekOf('09:00', '09:01') })
    expect(await open(category, '2026-11-04T15:00:59.999Z')).toEqual(['Brief'])
    expect(await open(category, '2026-11-04T15:01:00Z')).toEqual([])
  })

  it('goes on page by page without a gap or a repeat, together with price and tags', async () => {
    const category = 3
    const hours = weekOf('09:00', '17:00')
    for (let n = 0; n < 130; n++)
      await dish({
        name: `Page ${n}`,
        category,
        price: n % 3 === 0 ? 1 : 2,
        hours: n % 2 === 0 ? hours : [],
        tags: n % 5 === 0 ? [36] : [37],
        upvotes: n % 7,
      })
    app.clock.set(new Date('2026-11-04T18:00:00Z'))
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const from = cursor ? `&list=nearBy&cursor=${cursor}` : ''
      const { body } = await app.get(
        `/api/yolos?${near}&category=3&price=2&open=now&tags=37&sort=trending${from}`,
      )
      seen.push(...(body as Page).nearBy.map(({ itemName }) => itemName))
      cursor = (body as Page).nearByCursor
    } while (cursor)
    const expected = [...Array(130).keys()].filter((n) => n % 3 !== 0 && n % 2 === 0 && n % 5 !== 0)
    expect(seen.length).toBe(expected.length)
    expect(new Set(seen)).toEqual(new Set(expected.map((n) => `Page ${n}`)))
  })
})

describe('trending', () => {
  it('puts this week’s votes and favorites first and goes on in the usual order', async () => {
    const category = fresh()
    await dish({ name: 'Old best', category, upvotes: 90 })
    await dish({ name: 'Old next', category, upvotes: 80 })
    const one = await dish({ name: 'One vote', category })
    const two = await dish({ name: 'Vote and favorite', category })
    await vote(one.id)
    await vote(two.id)
    await app.database
      .insertInto('yolos')
      .values({ user_id: (await app.member()).id, item_id: two.id, category_id: category, slot: 1 })
      .execute()
    const trending = ['Vote and favorite', 'One vote', 'Old best', 'Old next']
    expect(await names(`category=${category}&sort=trending`)).toEqual(trending)
    expect((await names(`category=${category}`))[0]).toBe('Old best')
    const { body } = await app.get(`/api/yolos?category=${category}&sort=trending`)
    expect((body as Page).top.map(({ itemName }) => itemName)).toEqual(trending)
  })

  it('counts the last seven days of members who count', async () => {
    const category = fresh()
    await dish({ name: 'Usual', category, upvotes: 5 })
    const { id } = await dish({ name: 'Voted', category })
    const first = async () => (await names(`category=${category}&sort=trending`))[0]
    const member = await app.member()
    await app.post(`/api/items/${id}/upvote`, {}, { as: member })
    expect(await first()).toBe('Voted')
    await app.database
      .updateTable('users')
      .set({ disabled_at: new Date() })
      .where('id', '=', member.id)
      .execute()
    expect(await first()).toBe('Usual')
    await vote(id)
    expect(await first()).toBe('Voted')
    app.clock.set(new Date(Date.now() + 8 * day))
    expect(await first()).toBe('Usual')
  })

  it('goes on page by page: what trends, then the rest', async () => {
    const category = fresh()
    const { restaurant } = await dish({ name: 'First', category })
    for (let n = 0; n < 50; n++) {
      const item = await app.item({
        restaurant,
        category,
        by: (await app.member()).id,
        createdAt: new Date(Date.now() - 60 * day),
      })
      if (n < 30) await vote(item.id)
    }
    const seen: number[] = []
    let from = ''
    for (;;) {
      const { body } = await app.get(`/api/yolos?${near}&category=${category}&sort=trending${from}`)
      seen.push(...(body.nearBy as { id: number }[]).map(({ id }) => id))
      if (!body.nearByCursor) break
      from = `&list=nearBy&cursor=${body.nearByCursor}`
    }
    expect([seen.length, new Set(seen).size]).toEqual([51, 51])
  })
})

describe('what is wrong', () => {
  it.each([
    ['category=3&price=5', 'price'],
    ['category=3&price=cheap', 'price'],
    ['category=3&open=later', 'open'],
    ['category=3&sort=worst', 'sort'],
    ['category=3,4', 'category'],
  ])('S29 refuses ?%s', async (query, field) => {
    const { status, body } = await app.get(`/api/yolos?${query}`)
    expect(status).toBe(400)
    expect(Object.keys(body.fields)).toEqual([field])
  })
})

describe('GET /tags', () => {
  const at = { latitude: 60, longitude: 100 }
  const counts = async (query: string) => {
    const { status, body } = await app.get(`/api/tags?${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return Object.fromEntries(
      (body as { id: number; count?: number }[])
        .filter(({ count }) => count !== 0)
        .map(({ id, count }) => [id, count]),
    )
  }

  it('counts the dishes within the distance that have each tag', async () => {
    for (const tags of [[35], [35, 37], [44]])
      await dish({ name: tags.join(), category: 3, at, tags })
    const away = { ...at, latitude: at.latitude + 0.1 }
    await dish({ name: 'Seven miles off', category: 3, at: away, tags: [35] })
    const point = `latitude=${at.latitude}&longitude=${at.longitude}`
    // Visitors can get slightly older counts.
    await expect.poll(() => counts(`category=3&${point}`)).toEqual({ 35: 3, 37: 1, 44: 1 })
    expect(await counts(`category=3&${point}&distanceMiles=5`)).toEqual({ 35: 2, 37: 1, 44: 1 })
    expect(await counts(`category=8&${point}`)).toEqual({})
  })

  it('has at once what a member has just saved, for them, and soon for visitors', async () => {
    const point = 'latitude=-60&longitude=100'
    const { placeId } = await app.restaurant({ latitude: -60, longitude: 100 })
    const as = await app.member()
    const ask = async (who: typeof as | null) => {
      const { body } = await app.get(`/api/tags?category=3&${point}`, { as: who })
      return (body as { id: number; count: number }[]).find(({ id }) => id === 37)!.count
    }
    for (const who of [null, as]) expect(await ask(who)).toBe(0)
    const dish = { placeId, categoryId: 3, itemName: 'Pole burger', tags: [37] }
    expect((await app.post('/api/yolos', dish, { as })).status).toBe(200)
    expect(await ask(as)).toBe(1)
    await expect.poll(() => ask(null)).toBe(1)
  })

  it('names them alone without a point, and refuses half of one or counts of all categories', async () => {
    const { body } = await app.get('/api/tags?category=3')
    expect(body[0]).toEqual({ id: 35, category: 3, name: 'Cheeseburger' })
    for (const query of ['category=3&latitude=1', 'latitude=1&longitude=1'])
      expect((await app.get(`/api/tags?${query}`)).status).toBe(400)
  })
})

function weekOf(openTime: string, closeTime: string): Span[] {
  return ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map(
    (one) => [one, openTime, closeTime],
  )
}
