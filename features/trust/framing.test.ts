import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { makeContest } from '#features/contests/contests.testing.ts'
import { openSession } from '#platform/server/auth/sessions.ts'
import { variantsOf } from '#platform/testing/all-variants.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import type { Person } from '#platform/testing/people.ts'
import { joined, minutesAfter, voted } from './trust.testing.ts'
import { runWeighing } from './weigh.server.ts'

const now = new Date('2026-05-05T20:00:00Z')
const day = 24 * 60
let app: TestApp
let six: Person

beforeAll(async () => {
  app = await testApp()
})

beforeEach(async () => {
  await app.empty()
  six = await app.member({ id: 6 })
})

const vote = (item: number, as: Person) => app.post(`/api/items/${item}/upvote`, {}, { as })
/**
 * Returns whether the member's own page shows a hold. It opens a new session, because the member's first one can have
 * expired.
 */
async function isHeld(one: Person): Promise<boolean> {
  const { services } = app
  const { token } = await openSession(services.database, services.clock, one.id, { userAgent: '' })
  return (await app.get('/api/holds', { as: { ...one, token } })).body.hold !== null
}
/** Asks for one after another, because so many at once wait too long for one of the few connections. */
async function heldOf(people: Person[]): Promise<number[]> {
  const held: number[] = []
  for (const one of people) if (await isHeld(one)) held.push(one.id)
  return held
}
const ids = (people: Person[]) => people.map(({ id }) => id)
const votesOf = async (item: number) => (await app.get(`/api/items/${item}/why`)).body.votes
const queue = async () => {
  const { database, clock } = app.services
  const { token } = await openSession(database, clock, 6, { userAgent: '' })
  six = { ...six, token }
  return (await app.get('/api/admin/queue?kind=suspects', { as: six })).body.items
}
const decide = (id: string, decision: 'remove' | 'dismiss' | 'restore') =>
  app.post('/api/admin/queue/decide', { ids: [id], decision, reason: 'Seen.' }, { as: six })
const besideIn = async (link: string) =>
  (await app.get(`/api${link}`, { as: six })).body.members.flatMap(
    ({ userId, beside }: { userId: number; beside: boolean }) => (beside ? [userId] : []),
  )
const allHeld = async () => {
  const held = app.database.selectFrom('users').select('id').where('held_at', 'is not', null)
  return (await held.orderBy('id').execute()).map(({ id }) => id)
}

/** Creates dishes, each with its own restaurant and owner. */
async function dishes(count: number): Promise<number[]> {
  app.clock.set(minutesAfter(now, -400 * day))
  const made: number[] = []
  for (let n = 0; n < count; n++) {
    const { id: restaurant } = await app.restaurant()
    const { id } = await app.item({ restaurant, category: 3, by: (await app.member()).id })
    made.push(id)
  }
  return made
}

/** Makes the region a large town, with this many members who each voted for this one dish. */
const crowd = (item: number, size: number) =>
  sql`
    with joined as (
      insert into users (user_name, user_name_key, email_verified_at, created_at)
        select 'Guest ' || n, 'guest ' || n, ${minutesAfter(now, -300 * day)}, ${minutesAfter(now, -300 * day)}
          from generate_series(1, ${size}::integer) n returning id)
    insert into votes (item_id, user_id, created_at)
      select ${item}::integer, id, ${minutesAfter(now, -200 * day)} from joined`.execute(
    app.database,
  )

/** Creates a member who joined `joined` minutes ago and votes for these items, one every three minutes. */
async function voter(items: number[], joined: number): Promise<Person> {
  app.clock.set(minutesAfter(now, -joined))
  const one = await app.member()
  for (const [n, item] of items.entries()) {
    app.clock.set(minutesAfter(now, -joined + 1 + 3 * n))
    await vote(item, one)
  }
  return one
}

type Batch = { size: number; from: Date; every?: number; verified?: boolean }
/** Creates accounts, by default one a minute, each of which votes at once for these items in their order. */
async function puppets(items: number[], { size, from, every = 1, verified = false }: Batch) {
  const made: Person[] = []
  for (let n = 0; n < size; n++) {
    app.clock.set(minutesAfter(from, every * n))
    const one = await app.member({ verified })
    for (const item of items) await vote(item, one)
    made.push(one)
  }
  return made
}

const ages: [string, number][] = [
  ['a day', day],
  ['a week', 7 * day],
  ['a year', 365 * day],
]

it.each(variantsOf(ages))(
  'a member of %s whose votes puppets copy loses nothing',
  async (_, age) => {
    const liked = await dishes(6)
    const victim = await voter(liked, age)
    app.clock.set(minutesAfter(now, -30))
    // The copier has followed the victim all along, and read the votes in the feed.
    const made = await puppets(liked, { size: 12, from: minutesAfter(now, -20) })
    app.clock.set(now)
    await runWeighing(app.services)
    expect(await isHeld(victim)).toBe(false)
    expect(await heldOf(made)).toEqual(ids(made))
    expect(await Promise.all(liked.map(votesOf))).toEqual(liked.map(() => 1))
    await runWeighing(app.services, true)
    expect(await isHeld(victim)).toBe(false)
    expect(await violatedInvariants(app.database)).toEqual([])
  },
)

it(
  'a newcomer whom a chain of half-copies joins to the puppets isn’t held',
  { tags: 'long' },
  async () => {
    const [popular, saved, ...all] = await dishes(12)
    await crowd(popular!, 400)
    const [liked, pushed] = [all.slice(0, 5), all.slice(5)]
    const account = async (at: number) => {
      app.clock.set(minutesAfter(now, at))
      return app.member({ verified: false })
    }
    const voteAll = async (one: Person, items: number[], at: number) => {
      for (const [n, item] of items.entries()) {
        app.clock.set(minutesAfter(now, at + n / 100))
        await vote(item, one)
      }
    }
    // Step by step from the victim's dishes to those that the puppets are for.
    const times = (count: number, items: number[]) => Array<number[]>(count).fill(items)
    const chain = [
      ...times(3, liked),
      ...times(4, [...liked, ...pushed.slice(0, 2)]),
      ...times(4, [...liked, ...pushed.slice(0, 3)]),
      ...times(4, [...liked.slice(0, 4), ...pushed.slice(0, 4)]),
      ...times(4, [...liked.slice(0, 3), ...pushed]),
      ...times(4, [...liked.slice(0, 2), ...pushed]),
      ...times(4, [...liked.slice(0, 1), ...pushed]),
      ...times(15, [...pushed, saved!]),
    ]
    const made: Person[] = []
    for (const n of chain.keys()) made.push(await account(-14 + n / 20))
    const early = [made[30]!, made[31]!]
    for (const [n, one] of early.entries()) await voteAll(one, pushed, -11.8 + n / 20)
    const victim = await account(-11.6)
    const { categoryId } = (await app.get(`/api/items/${saved}`)).body
    await app.post('/api/yolos', { itemId: saved, categoryId }, { as: victim })
    await voteAll(victim, liked, -11.55)
    for (const n of [0, 1, 2]) made.push(await account(-11.5 + n / 20))
    for (const [n, one] of made.entries())
      if (!early.includes(one)) await voteAll(one, chain[n] ?? pushed, -11.3 + n / 20)
    app.clock.set(now)
    await runWeighing(app.services)
    expect((await heldOf(made)).length).toBeGreaterThan(25)
    expect(await isHeld(victim)).toBe(false)
  },
)

it('who did something else too stands beside the puppets, and no decision on them is about that member', async () => {
  const [own, ...liked] = await dishes(6)
  app.clock.set(minutesAfter(now, -60))
  const victim = await app.member()
  await vote(own!, victim)
  for (const item of liked) await vote(item, victim)
  // Some puppets joined before the member voted, so the dates of joining don't show who was first.
  const made = await puppets(liked, { size: 12, from: minutesAfter(now, -65) })
  app.clock.set(now)
  await runWeighing(app.services)
  expect(await isHeld(victim)).toBe(false)
  const [{ id, link, count }] = await queue()
  // The first puppet was left out too, because the others might have copied it.
  expect(count).toBe(11)
  expect((await besideIn(link)).sort()).toEqual([victim.id, made[0]!.id])
  for (const decision of ['remove', 'restore', 'dismiss', 'restore', 'remove'] as const) {
    await decide((await queue())[0]?.id ?? id, decision)
    expect(await isHeld(victim)).toBe(false)
  }
  expect(await heldOf(made)).toEqual(ids(made).slice(1))
})

it('accounts that were there before wait for a person, however much they look alike', async () => {
  const liked = await dishes(6)
  const aged = await joined(
    app,
    Array.from({ length: 14 }, (_, n) => minutesAfter(now, -(40 + 3 * n) * day)),
  )
  await voted(
    app,
    aged.flatMap((by, n) =>
      liked.map((item, m) => ({ by, item, at: minutesAfter(now, n + m - 60) })),
    ),
  )
  // They also vote for each other's favorites, as a ring does. That makes two signals of full strength.
  for (const [n, item] of liked.entries())
    await app.database
      .insertInto('yolos')
      .values({ user_id: aged[n]!, item_id: item, category_id: 3, slot: 1, created_at: now })
      .execute()
  app.clock.set(now)
  await runWeighing(app.services)
  expect(await allHeld()).toEqual([])
  const [{ id, hidden, count }] = await queue()
  expect([hidden, count]).toEqual([false, 13])
  await decide(id, 'remove')
  expect(await allHeld()).toHaveLength(13)
})

it('a report that puppets repeat still counts', async () => {
  const [item] = await dishes(1)
  app.clock.set(minutesAfter(now, -day))
  const victim = await app.member()
  const report = (as: Person) => app.post(`/api/items/${item}/expired`, {}, { as })
  await report(victim)
  const liars: Person[] = []
  for (let n = 0; n < 20; n++) {
    app.clock.set(minutesAfter(now, n - 60))
    liars.push(await app.member())
    await report(liars.at(-1)!)
  }
  app.clock.set(now)
  await runWeighing(app.services)
  expect(await isHeld(victim)).toBe(false)
  // With the member's they are four, which hide nothing.
  expect(await heldOf(liars)).toEqual(ids(liars).slice(3))
})

it.each(
  variantsOf([
    ['after the first puppet', 1],
    ['first', 0],
    ['after three puppets', 3],
  ] as const),
)('a newcomer of the same minutes who reported %s keeps the report', async (_, before) => {
  const { id: restaurant } = await app.restaurant()
  const report = (as: Person) => app.post(`/api/restaurants/${restaurant}/closed`, {}, { as })
  const liars: Person[] = []
  for (let n = 0; n < 8; n++) {
    app.clock.set(minutesAfter(now, n - 30))
    liars.push(await app.member())
  }
  for (const one of liars.slice(0, before)) await report(one)
  app.clock.set(minutesAfter(now, -21))
  const victim = await app.member()
  await report(victim)
  for (let n = 0; n < 8; n++) {
    app.clock.set(minutesAfter(now, n - 20))
    liars.push(await app.member())
    await report(liars.at(-1)!)
  }
  for (const one of liars.slice(before, 8)) await report(one)
  app.clock.set(now)
  await runWeighing(app.services)
  expect(await isHeld(victim)).toBe(false)
  // With the newcomer's they are four, which hide nothing.
  expect((await heldOf(liars)).length).toBe(16 - 3)
  const page = await app.get(`/api/restaurants/${restaurant}`)
  expect(page.body.restaurant.closed).toBe(false)
  const [{ link, count }] = await queue()
  expect(count).toBe(13)
  expect(await besideIn(link)).toContain(victim.id)
})

it('of whom entries count in a contest that closes within 72 hours nobody is held but by a person', async () => {
  const [target] = await dishes(1)
  const hours = (count: number) => minutesAfter(now, 60 * count)
  app.clock.set(minutesAfter(now, -2 * day))
  const admin = await app.member({ id: 514 })
  const contest = await makeContest(app, admin, {
    opensAt: hours(-48),
    closesAt: hours(71),
    drawsAt: hours(80),
  })
  const made = await puppets([target!], { size: 100, from: hours(-2), every: 0.5, verified: true })
  const [entrant] = made
  const { restaurant_id } = await app.database
    .selectFrom('items')
    .select('restaurant_id')
    .where('id', '=', target!)
    .executeTakeFirstOrThrow()
  await app.item({ restaurant: restaurant_id, category: 4, by: entrant!.id })
  await app.post(`/api/contests/${contest}/confirm`, { eligible: true }, { as: entrant! })
  app.clock.set(now)
  await runWeighing(app.services)
  expect(await heldOf(made)).toEqual(ids(made).slice(1))
  const [{ id }] = await queue()
  app.clock.set(hours(71 + 71))
  await runWeighing(app.services, true)
  expect(await isHeld(entrant!)).toBe(false)
  await queue()
  await decide(id, 'remove')
  expect(await isHeld(entrant!)).toBe(true)
})

it('a winner whose prize waits isn’t held by the rule until their time to answer is over', async () => {
  const [target] = await dishes(1)
  const hours = (count: number) => minutesAfter(now, 60 * count)
  app.clock.set(minutesAfter(now, -2 * day))
  const admin = await app.member({ id: 514 })
  const times = { opensAt: hours(-48), closesAt: hours(1), drawsAt: hours(2) }
  const contest = await makeContest(app, admin, times)
  const made = await puppets([target!], { size: 100, from: hours(-2), every: 0.5, verified: true })
  const [winner] = made
  const { body: dish } = await app.get(`/api/items/${target}`)
  await app.item({ restaurant: dish.restaurantId, category: 4, by: winner!.id })
  await app.post(`/api/contests/${contest}/confirm`, { eligible: true }, { as: winner! })
  app.clock.set(hours(2))
  await runWeighing(app.services)
  const { services } = app
  const { token } = await openSession(services.database, services.clock, 514, { userAgent: '' })
  const as = { ...admin, token }
  expect((await app.post(`/api/contests/${contest}/close`, {}, { as })).status).toBe(200)
  expect((await app.post(`/api/contests/${contest}/draw`, {}, { as })).status).toBe(200)
  app.clock.set(hours(1 + 74))
  await runWeighing(app.services, true)
  expect(await isHeld(winner!)).toBe(false)
  const { body } = await app.get(`/api/contests/${contest}`)
  expect(body.draws).toMatchObject([{ outcome: 'waiting' }])
  app.clock.set(hours(2 + 15 * 24))
  await runWeighing(app.services, true)
  expect(await isHeld(winner!)).toBe(true)
})
