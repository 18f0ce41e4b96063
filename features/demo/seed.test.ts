import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { withoutTimeouts } from '#app/services.ts'
import { categories } from '#domain/vocabulary/categories.ts'
import { milesBetween } from '#domain/position/miles.ts'
import { findSuspiciousActivity } from '#features/moderation/suspicious.server.ts'
import { testApp } from '#platform/testing/app.ts'
import { cities } from './cities.ts'
import { seedDemo } from './seed.server.ts'

const app = await testApp()
const second = await testApp({ sharing: app })

// Two processes fill at once, and one of them does so twice.
const fillings = await Promise.all(
  [app, app, second].map(({ services, databaseUrl: url }) =>
    withoutTimeouts({ services, url }, seedDemo),
  ),
)
const filled = fillings.filter((logins) => logins !== null)

const rows = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(app.database)).rows
const counts = async () =>
  rows(sql<Record<string, number>>`
    select (select count(*)::int from users) users, (select count(*)::int from restaurants) restaurants,
           (select count(*)::int from items) items, (select count(*)::int from yolos) yolos,
           (select count(*)::int from votes) votes,
           (select count(*)::int from follows) follows`)

test('of several that start at once, one fills', () => {
  expect(filled).toHaveLength(1)
})

test('a few hundred members have dishes, favorites, votes and follows', async () => {
  const [all] = await counts()
  expect(all).toMatchObject({ users: 336, restaurants: 138, items: 706 })
  expect(all!.yolos).toBeGreaterThan(2_000)
  expect(all!.votes).toBeGreaterThan(10_000)
  expect(all!.follows).toBeGreaterThan(900)
})

test('who joins later and saves a new dish gets the next ids', async () => {
  const member = await app.member()
  const dish = { placeId: 'demo:lucy-gus', categoryId: 3, itemName: 'Burger of the Day' }
  const { status, body } = await app.post('/api/yolos', dish, { as: member })
  expect({ status, itemId: body.itemId }).toEqual({ status: 200, itemId: 707 })
  await app.database.deleteFrom('items').where('id', '=', 707).execute()
  await app.database.deleteFrom('users').where('id', '=', member.id).execute()
})

test('every reason written for a dish is on a favorite of it, and many favorites have one', async () => {
  const yolos = await rows(sql<{ item: string; description: string }>`
    select i.name as item, y.description from yolos y join items i on i.id = y.item_id where y.user_id >= 1000`)
  const given = new Set(yolos.map(({ item, description }) => `${item} ${description}`))
  const reasons = cities
    .flatMap(({ restaurants }) => restaurants)
    .flatMap(({ menu }) => Object.values(menu).flat())
    .flatMap(({ name, why }) => (why ? [`${name} ${why}`] : []))
  expect(reasons.filter((reason) => !given.has(reason))).toEqual([])
  const described = yolos.filter(({ description }) => description !== '')
  expect(described.length / yolos.length).toBeGreaterThan(0.6)
  for (const { description } of described) expect(description).not.toMatch(/[{}]|undefined/)
})

test('filling again changes nothing and tells no password', async () => {
  const before = await counts()
  expect(await seedDemo(app.services)).toBeNull()
  expect(await counts()).toEqual(before)
})

test('a database that somebody uses already stays as it is', async () => {
  const used = await testApp()
  await used.member()
  expect(await seedDemo(used.services)).toBeNull()
  expect(await used.database.selectFrom('restaurants').select('id').execute()).toEqual([])
})

test('the log-ins told are those of 514, 20 and an ordinary verified member, and they open', async () => {
  const logins = filled[0]!
  expect(logins.slice(0, 2).map(({ id }) => id)).toEqual([514, 20])
  expect(logins[2]!.id).toBeGreaterThanOrEqual(1000)
  for (const { id, email, password } of logins) {
    const { status, body } = await app.post('/api/login', { email, password })
    expect({ status, id: body.id, verified: body.verified }).toEqual({
      status: 200,
      id,
      verified: true,
    })
  }
})

test('no ordinary member but that one has a password', async () => {
  const usable = await rows(sql<{ id: number }>`
    select id from users where password_hash is not null order by id`)
  expect(usable.map(({ id }) => id)).toEqual([6, 7, 20, 514, filled[0]![2]!.id])
})

test('every category has at least 12 listings within 20 miles of each city', async () => {
  const listed = await rows(sql<{ category_id: number; latitude: number; longitude: number }>`
    select category_id, latitude, longitude from items where listed`)
  for (const { center } of cities) {
    const point = { latitude: center[0], longitude: center[1] }
    const near = listed.filter((item) => milesBetween(point, item) <= 20)
    for (const { id, name } of categories)
      expect(near.filter((item) => item.category_id === id).length, name).toBeGreaterThanOrEqual(12)
  }
})

test('distance matters: 1, 5, 10 and 20 miles each show more', async () => {
  const pins = await rows(sql<{ latitude: number; longitude: number }>`
    select latitude, longitude from restaurants`)
  for (const { center } of cities) {
    const point = { latitude: center[0], longitude: center[1] }
    const within = [1, 5, 10, 20].map(
      (miles) => pins.filter((pin) => milesBetween(point, pin) <= miles).length,
    )
    for (let i = 1; i < within.length; i++) expect(within[i]).toBeGreaterThan(within[i - 1]! + 3)
  }
})

test('no member keeps more than 3 in a category, and nobody votes for an own favorite', async () => {
  const over = await rows(sql`
    select user_id from yolos where user_id <> 20 group by user_id, category_id having count(*) > 3`)
  const own = await rows(sql`select 1 from votes join yolos using (user_id, item_id)`)
  expect([...over, ...own]).toEqual([])
})

test('nothing happened before its member joined, or is still to come', async () => {
  const wrong = await rows(sql`
    select 1 from yolos join users u on u.id = user_id
     where yolos.created_at < u.created_at or yolos.created_at > now()
    union all
    select 1 from votes join users u on u.id = user_id
     where votes.created_at < u.created_at or votes.created_at > now()
    union all
    select 1 from follows join users u on u.id in (follower_id, followee_id)
     where follows.created_at < u.created_at or follows.created_at > now()
    union all
    select 1 from users u join users r on r.id = u.referrer_id where r.created_at > u.created_at`)
  expect(wrong).toEqual([])
})

test('people follow one another, a few are followed by many, and the member told of has news', async () => {
  const followers = await rows(sql<{ count: number }>`
    select count(*)::int as count from follows group by followee_id order by 1 desc`)
  expect(followers[0]!.count).toBeGreaterThan(25)
  expect(followers.length).toBeGreaterThan(150)
  const { email, password } = filled[0]![2]!
  const { body: session } = await app.post('/api/login', { email, password })
  const { body: unread } = await app.get('/api/follow/unread', { as: session })
  expect(unread.followUnread + unread.notificationUnread).toBeGreaterThan(0)
})

test('counts are the votes’ and the favorites’ own', async () => {
  const wrong = await rows(sql`
    select id from items i
     where upvote_count <> (select count(*) from votes where item_id = i.id)
        or yolo_count <> (select count(*) from yolos where item_id = i.id)`)
  expect(wrong).toEqual([])
})

test('the accounts of one person who votes for one dish come into the admins’ queue', async () => {
  await findSuspiciousActivity(app.services)
  const found = await rows(sql`select kind, cardinality(accounts) as accounts from cases`)
  expect(found).toEqual([{ kind: 'activity', accounts: 32 }])
})

test('ranks are alive: few have many votes, most have a few', async () => {
  const burgers = await rows(sql<{ votes: number }>`
    select upvote_count as votes from items where category_id = 3 order by upvote_count desc`)
  const votes = burgers.map((item) => item.votes)
  expect(votes[0]).toBeGreaterThan(50)
  expect(votes[Math.floor(votes.length / 2)]).toBeLessThan(votes[0]! / 2)
  expect(new Set(votes).size).toBeGreaterThan(votes.length / 2)
})

test('restaurants have hours, phones that ring nowhere, and a city; some lack what nobody has told', async () => {
  const places = await rows(sql<Record<string, any>>`
    select name, phone, website, opening_hours, city_label, address from restaurants`)
  for (const place of places) {
    expect(place.phone ?? '+1 000-555-0100').toMatch(/^\+1 \d{3}-555-01\d\d$/)
    expect(place.website ?? 'https://example.com/').toMatch(/^https:\/\/example\.com\//)
    expect(place.city_label).toMatch(/, (MN|CA|NY|NJ), US$/)
  }
  const spans = places.flatMap((place) => place.opening_hours ?? [])
  expect(spans.length).toBeGreaterThan(900)
  expect(Object.keys(spans[0]).sort()).toEqual(['closeTime', 'closed', 'day', 'openTime'])
  for (const column of ['phone', 'website', 'opening_hours'])
    expect(places.filter((place) => place[column] === null).length).toBeGreaterThan(1)
})

test('a visitor sees the best burgers near Minneapolis, with members’ words', async () => {
  const { status, body } = await app.get(
    '/api/yolos?category=3&latitude=44.98&longitude=-93.264&distanceMiles=5',
  )
  expect(status).toBe(200)
  expect(body.nearBy.length).toBeGreaterThan(5)
  const votes = body.nearBy.map((card: any) => card.upvoteCount)
  expect(votes).toEqual([...votes].sort((a, b) => b - a))
  expect(body.nearBy[0].yolos.some((yolo: any) => yolo.description)).toBe(true)
})
