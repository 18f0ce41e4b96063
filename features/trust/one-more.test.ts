import { beforeAll, beforeEach, expect, it } from 'vitest'
import { recountQueue } from '#features/items/votes/recount.server.ts'
import { openSession } from '#platform/server/auth/sessions.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import type { Person } from '#platform/testing/people.ts'
import { minutesAfter } from './trust.testing.ts'
import { runWeighing } from './weigh.server.ts'

// Puppets that do one more thing elsewhere, so that they don't look as if they had come for one restaurant alone.

const now = new Date('2026-05-05T20:00:00Z')
const day = 24 * 60
let app: TestApp
let six: Person
let target: number
let others: number[]

beforeAll(async () => {
  app = await testApp()
})

beforeEach(async () => {
  await app.empty()
  six = await app.member({ id: 6 })
  ;[target, ...others] = (await dishes(7)) as [number, ...number[]]
})

const at = (minute: number) => app.clock.set(minutesAfter(now, minute))
const vote = (item: number, as: Person) => app.post(`/api/items/${item}/upvote`, {}, { as })
const takeBack = (item: number, as: Person) =>
  app.post(`/api/items/${item}/removeUpvote`, {}, { as })
const ids = (people: Person[]) => people.map(({ id }) => id)
const votesOf = async (item: number) => (await app.get(`/api/items/${item}/why`)).body.votes

async function withNewSession<T extends Person>(one: T): Promise<T> {
  const { database, clock } = app.services
  const { token } = await openSession(database, clock, one.id, { userAgent: '' })
  return { ...one, token }
}
/** Returns those of these accounts that are held. The first one's own page must say so, too. */
async function heldOf(people: Person[]): Promise<number[]> {
  const { body } = await app.get('/api/holds', { as: await withNewSession(people[0]!) })
  const { database } = app.services
  const rows = await database
    .selectFrom('users')
    .select('id')
    .where('held_at', 'is not', null)
    .execute()
  const held = ids(people).filter((id) => rows.some((row) => row.id === id))
  expect(body.hold !== null).toBe(held.includes(people[0]!.id))
  return held
}
const queue = async () =>
  (await app.get('/api/admin/queue?kind=suspects', { as: await withNewSession(six) })).body.items

/** Creates dishes, each with its own restaurant and owner. */
async function dishes(count: number): Promise<number[]> {
  at(-400 * day)
  const made: number[] = []
  for (let n = 0; n < count; n++) {
    const { id: restaurant } = await app.restaurant()
    made.push((await app.item({ restaurant, category: 3, by: (await app.member()).id })).id)
  }
  return made
}

type Batch = { size: number; from?: number; verified?: boolean }
/** Creates accounts, one every twelve seconds, each of which does something right after joining. */
async function accounts(
  { size, from = -30, verified = false }: Batch,
  act: (one: Person, n: number) => Promise<unknown>,
) {
  const made: Person[] = []
  for (let n = 0; n < size; n++) {
    at(from + n / 5)
    made.push(await app.member({ verified }))
    await act(made[n]!, n)
  }
  return made
}
const elsewhere = (n: number) => others[n % others.length]!

async function weighed() {
  at(0)
  await runWeighing(app.services)
}

it.each(['before', 'after'])(
  'unverified puppets with one vote elsewhere %s the target are held, and their votes count no more',
  async (when) => {
    const made = await accounts({ size: 40 }, async (one, n) => {
      if (when === 'before') await vote(elsewhere(n), one)
      await vote(target, one)
      if (when === 'after') await vote(elsewhere(n), one)
    })
    await weighed()
    expect(await heldOf(made)).toEqual(ids(made))
    expect(await votesOf(target)).toBe(0)
    expect(await violatedInvariants(app.database)).toEqual([])
  },
)

it('a vote elsewhere that was taken back saves no puppet, verified or not', async () => {
  const made = await accounts({ size: 40, verified: true }, async (one, n) => {
    await vote(elsewhere(n), one)
    await takeBack(elsewhere(n), one)
    await vote(target, one)
  })
  await weighed()
  expect(await heldOf(made)).toEqual(ids(made))
})

it('nor one that is taken back once the account was weighed', async () => {
  const made = await accounts({ size: 40, verified: true }, async (one, n) => {
    await vote(elsewhere(n), one)
    await vote(target, one)
  })
  await weighed()
  expect(await heldOf(made)).toEqual([])
  for (const [n, one] of made.entries()) await takeBack(elsewhere(n), await withNewSession(one))
  at(20)
  await runWeighing(app.services)
  expect(await heldOf(made)).toEqual(ids(made))
})

it('verified accounts with one vote elsewhere wait for a person, who holds them all', async () => {
  const made = await accounts({ size: 40, verified: true }, async (one, n) => {
    await vote(elsewhere(n), one)
    await vote(target, one)
  })
  await weighed()
  expect(await heldOf(made)).toEqual([])
  const [{ id, hidden, count }] = await queue()
  expect([hidden, count]).toEqual([false, 40])
  await app.post(
    '/api/admin/queue/decide',
    { ids: [id], decision: 'remove', reason: 'Seen.' },
    { as: await withNewSession(six) },
  )
  expect(await heldOf(made)).toEqual(ids(made))
  expect(await votesOf(target)).toBe(0)
})

it('who was there before a crowd that waits stands beside it', async () => {
  at(-5 * day)
  const member = await app.member()
  await vote(elsewhere(0), member)
  at(-60)
  await vote(target, await withNewSession(member))
  await accounts({ size: 40, verified: true }, async (one, n) => {
    await vote(elsewhere(n), one)
    await vote(target, one)
  })
  await weighed()
  const [{ link, count }] = await queue()
  expect(count).toBe(40)
  const { body } = await app.get(`/api${link}`, { as: await withNewSession(six) })
  const beside = body.members.filter((one: { beside: boolean }) => one.beside)
  expect(beside.map(({ userId }: { userId: number }) => userId)).toEqual([member.id])
})

it('puppets with one vote elsewhere are no guests beside whom others look usual', async () => {
  const made = await accounts({ size: 80 }, async (one, n) => {
    if (n % 2 === 0) await vote(elsewhere(n), one)
    await vote(target, one)
  })
  await weighed()
  expect(await heldOf(made)).toEqual(ids(made))
})

it('nor are unverified ones with a history elsewhere, who wait for a person', async () => {
  const guests = await accounts({ size: 25, from: -2 * day }, async (one, n) => {
    await app.post('/api/yolos', { itemId: elsewhere(n), categoryId: 3 }, { as: one })
  })
  at(-day + 60)
  for (const [n, one] of guests.entries()) await vote(elsewhere(n + 1), await withNewSession(one))
  const made = await accounts({ size: 40 }, (one) => vote(target, one))
  for (const [n, one] of guests.entries()) {
    at(-28 + n / 5)
    await vote(target, await withNewSession(one))
  }
  await weighed()
  expect(await heldOf(made)).toEqual(ids(made))
  expect(await heldOf(guests)).toEqual([])
  const cases = (await queue()).map(({ count, hidden }: any) => ({ count, hidden }))
  expect(cases).toEqual(
    expect.arrayContaining([
      { count: 40, hidden: true },
      { count: 25, hidden: false },
    ]),
  )
})

it('accounts whose votes have lapsed are no guests either', async () => {
  const lapsed = await accounts({ size: 40, from: -9 * day }, (one) => vote(elsewhere(0), one))
  at(-40)
  await recountQueue(app.services).run({})
  const made = await accounts({ size: 40 }, (one) => vote(target, one))
  at(-25)
  for (const one of lapsed) await vote(target, await withNewSession(one))
  await weighed()
  expect(await heldOf(made)).toEqual(ids(made))
})

it('reporters with one vote elsewhere stand in the queue, unverified ones are held', async () => {
  const { restaurantId } = (await app.get(`/api/items/${target}`)).body
  const report = (as: Person) => app.post(`/api/restaurants/${restaurantId}/closed`, {}, { as })
  const act = async (one: Person, n: number) => {
    await vote(elsewhere(n), one)
    await report(one)
  }
  const verified = await accounts({ size: 12, verified: true }, act)
  await weighed()
  expect(await heldOf(verified)).toEqual([])
  // The first four are let be, so that they are beside the cluster.
  expect(await queue()).toMatchObject([{ hidden: false, count: 8 }])
  const unverified = await accounts({ size: 14, from: 1 }, act)
  at(10)
  await runWeighing(app.services)
  expect((await heldOf(unverified)).length).toBeGreaterThanOrEqual(10)
  expect(await heldOf(verified)).toEqual([])
})

it('an unverified newcomer who saved and voted elsewhere the day before isn’t held with a crowd', async () => {
  const members = await accounts({ size: 3, from: -2 * day }, async (one, n) => {
    await app.post('/api/yolos', { itemId: elsewhere(n), categoryId: 3 }, { as: one })
  })
  at(-day + 60)
  for (const one of members) await vote(elsewhere(3), await withNewSession(one))
  const made = await accounts({ size: 40 }, async (one) => vote(target, one))
  at(-20)
  for (const one of members) await vote(target, await withNewSession(one))
  await weighed()
  expect(await heldOf(made)).toEqual(ids(made))
  expect(await heldOf(members)).toEqual([])
})

it('honest newcomers of a day who voted elsewhere, too, keep their votes', async () => {
  const verified = await accounts({ size: 45, verified: true }, async (one, n) => {
    await vote(target, one)
    if (n % 3 > 0) await vote(elsewhere(n), one)
  })
  const unverified = await accounts({ size: 15, from: -29 }, async (one, n) => {
    await vote(target, one)
    if (n % 3 > 0) await vote(elsewhere(n), one)
  })
  await weighed()
  expect(await heldOf([...verified, ...unverified])).toEqual([])
})

it(
  'unverified accounts that repeat what a held group voted for are held, though most of that group didn’t vote for theirs',
  { tags: 'long' },
  async () => {
    const [all, own] = [others, target]
    const first = await accounts({ size: 48, verified: true }, async (one) => {
      for (const item of all.slice(0, 6)) await vote(item, one)
    })
    await weighed()
    expect((await heldOf(first)).length).toBeGreaterThan(40)
    const second = await accounts({ size: 14, from: 30 }, async (one) => {
      for (const item of [...all.slice(0, 5), own]) await vote(item, one)
    })
    at(40)
    await runWeighing(app.services)
    expect(await heldOf(second)).toEqual(ids(second))
    expect(await votesOf(own)).toBe(0)
  },
)
