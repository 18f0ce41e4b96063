import { beforeAll, beforeEach, expect, it } from 'vitest'
import { variantsOf } from '#platform/testing/all-variants.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import type { Person } from '#platform/testing/people.ts'
import { joined, minutesAfter, voted } from '../trust.testing.ts'
import { runWeighing } from '../weigh.server.ts'

// People who join on one day and vote at the same few places, as at a conference, in an office or on a tour.

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
  app.clock.set(now)
})

type Town = { size?: number; known?: number }
/** Creates a large town with these places, each known to sixty members of long standing. Returns a dish of each. */
async function knownPlaces(
  count: number,
  { size = 3_000, known = 60 }: Town = {},
): Promise<number[]> {
  const moments = Array.from({ length: size }, (_, n) => minutesAfter(now, -(700 - n / 10) * day))
  const all = await joined(app, moments)
  const [owners, members] = [all.slice(0, count + 1), all.slice(count + 1)]
  const made: number[] = []
  for (const by of owners) {
    const { id: restaurant } = await app.restaurant()
    const createdAt = minutesAfter(now, -300 * day)
    made.push((await app.item({ restaurant, category: 3, by, createdAt })).id)
  }
  const [best, ...places] = made
  const cast = (item: number, from: number, to: number) =>
    members
      .slice(from, to)
      .map((by, n) => ({ by, item, at: minutesAfter(now, -(200 - (n * 100) / (to - from)) * day) }))
  await voted(app, [
    ...cast(best!, 0, members.length),
    ...places.flatMap((item, n) => cast(item, known * n, known * (n + 1))),
  ])
  return places
}
/** Returns numbers from 0 to 1 that look random, always the same ones (Park and Miller, 1988). */
function numbers() {
  let last = 7
  return () => (last = (last * 48_271) % 2_147_483_647) / 2_147_483_647
}
const shuffled = (items: number[], random: () => number) =>
  items
    .map((item) => ({ item, by: random() }))
    .sort((a, b) => a.by - b.by)
    .map(({ item }) => item)
const held = async () => {
  const rows = app.database.selectFrom('users').select('id').where('held_at', 'is not', null)
  return (await rows.orderBy('id').execute()).map(({ id }) => id)
}
const queue = async () => (await app.get('/api/admin/queue?kind=suspects', { as: six })).body.items
const everySeconds = (size: number, seconds: number, from = minutesAfter(now, -60)) =>
  Array.from({ length: size }, (_, n) => minutesAfter(from, (n * seconds) / 60))

/** Twenty people join, one after so many seconds, and each votes at five of seven places. */
async function conference(every: number) {
  const places = await knownPlaces(7)
  const random = numbers()
  const from = minutesAfter(now, -13 * 60)
  const guests = await joined(app, everySeconds(20, every, from))
  await voted(
    app,
    guests.flatMap((by) => {
      const at = random() * 60
      return shuffled(places, random)
        .slice(0, 5)
        .map((item, m) => ({ by, item, at: minutesAfter(now, -90 + at + 3 * m) }))
    }),
  )
  return guests
}

it.each(
  variantsOf([
    ['a minute', 3],
    ['twelve hours', 2_000],
  ] as const),
)(
  'a conference that joined within %s and chose among seven places waits for a person',
  async (_, every) => {
    await conference(every)
    await runWeighing(app.services, true)
    expect(await held()).toEqual([])
    expect(await queue()).toMatchObject([{ about: 'cluster', hidden: false }])
    expect(await violatedInvariants(app.database)).toEqual([])
  },
)

it.each(
  variantsOf([
    ['some leave out a stop', 5],
    ['all vote at each stop', Infinity],
  ] as const),
)('a tour on which %s waits for a person, too', async (_, leaves) => {
  const stops = await knownPlaces(6)
  const guests = await joined(app, everySeconds(15, 5))
  await voted(
    app,
    stops.flatMap((item, stop) =>
      guests
        .filter((_, n) => (n + stop) % leaves > 0 || leaves === Infinity)
        .map((by, n) => ({ by, item, at: minutesAfter(now, -50 + 8 * stop + n / 10) })),
    ),
  )
  await runWeighing(app.services, true)
  expect(await held()).toEqual([])
})

/** Accounts of one person: each votes at all of six places, one account after the other. */
async function copies({ verified = true, ...town }: Town & { verified?: boolean } = {}) {
  const places = await knownPlaces(6, town)
  const made = await joined(app, everySeconds(15, 60), { verified })
  await voted(
    app,
    made.flatMap((by, n) =>
      places.map((item, m) => ({ by, item, at: minutesAfter(now, -59 + n + m / 10) })),
    ),
  )
  return { places, made }
}
const verifiedAt = (members: number[], at: Date | null) =>
  app.database
    .updateTable('users')
    .set({ email_verified_at: at })
    .where('id', 'in', members)
    .execute()

it('verified accounts of one person that do all the same, one after the other, are held', async () => {
  const { made } = await copies()
  await runWeighing(app.services, true)
  // The first one is let be, because the others may have copied it.
  expect(await held()).toEqual(made.slice(1))
})

it('unverified accounts beside them change nothing', async () => {
  const { places, made } = await copies()
  const decoys = await joined(app, everySeconds(12, 60, minutesAfter(now, -45)), {
    verified: false,
  })
  await voted(
    app,
    decoys.flatMap((by, n) =>
      places.toReversed().map((item, m) => ({ by, item, at: minutesAfter(now, -44 + n + m / 10) })),
    ),
  )
  await runWeighing(app.services, true)
  expect(await held()).toEqual(expect.arrayContaining(made.slice(1)))
})

it('unverified accounts make no dish so popular that copies don’t look alike', async () => {
  const { places, made } = await copies({ size: 1_000, known: 20 })
  const from = minutesAfter(now, -6 * day)
  const decoys = await joined(app, everySeconds(200, 2_000, from), { verified: false })
  // Each votes for three of the six dishes, which are too few to look alike.
  await voted(
    app,
    decoys.flatMap((by, n) =>
      places
        .filter((_, m) => (n + m) % 2 === 0)
        .map((item, m) => ({ by, item, at: minutesAfter(from, (n * 2_000) / 60 + 5 + m) })),
    ),
  )
  await runWeighing(app.services, true)
  expect(await held()).toEqual(made.slice(1))
})

it('accounts held before they verified can’t free themselves by what they do while they are held', async () => {
  const { places, made } = await copies({ verified: false })
  await runWeighing(app.services, true)
  expect(await held()).toEqual(made.slice(1))
  await verifiedAt(made, minutesAfter(now, 10))
  app.clock.set(minutesAfter(now, 60))
  for (const [n, by] of made.slice(2, 9).entries())
    await app.database
      .deleteFrom('votes')
      .where('user_id', '=', by)
      .where('item_id', '=', places[n % 6]!)
      .execute()
  const { id: restaurant } = await app.restaurant()
  const other = await app.item({ restaurant, category: 3, by: made[0]! })
  await voted(
    app,
    made.slice(5).map((by) => ({ by, item: other.id, at: minutesAfter(now, 50) })),
  )
  for (const whole of [false, true]) {
    await runWeighing(app.services, whole)
    expect(await held()).toEqual(made.slice(1))
  }
})

it.each(
  variantsOf([
    ['who meanwhile voted at other places', votedElsewhere],
    ['as they were', async () => {}],
  ] as const),
)('guests %s, held before they verified, are let go once they have', async (_, meanwhile) => {
  const guests = await conference(3)
  await verifiedAt(guests, null)
  await runWeighing(app.services, true)
  expect((await held()).length).toBeGreaterThan(15)
  await verifiedAt(guests.slice(0, 1), minutesAfter(now, 10))
  await verifiedAt(guests.slice(1), minutesAfter(now, 20))
  await meanwhile(guests)
  app.clock.set(minutesAfter(now, 60))
  await runWeighing(app.services, true)
  expect(await held()).toEqual([])
  expect(await queue()).toHaveLength(1)
  expect(await violatedInvariants(app.database)).toEqual([])
})

it('but not whom an admin has decided to hold', async () => {
  const guests = await conference(3)
  await verifiedAt(guests, null)
  await runWeighing(app.services, true)
  const before = await held()
  const [answering, ...others] = before
  await app.database
    .updateTable('holds')
    .set({ answer: 'Why me?', answered_at: now })
    .where('user_id', '=', answering!)
    .execute()
  const [{ id: cluster, link }] = await queue()
  const [{ caseId: hold }] = (await app.get(`/api${link}`, { as: six })).body.answers
  const decide = async (decision: 'remove' | 'restore', caseId: string) => {
    const body = { ids: [caseId], decision, reason: 'Looked at.' }
    const { results } = (await app.post('/api/admin/queue/decide', body, { as: six })).body
    expect(results).toMatchObject([{ done: true }])
  }
  await decide('remove', hold)
  await decide('remove', cluster)
  // The cluster grows, so it is open again.
  await app.database.updateTable('suspects').set({ closed_at: null }).execute()
  await verifiedAt(guests, minutesAfter(now, 10))
  app.clock.set(minutesAfter(now, 60))
  await runWeighing(app.services, true)
  expect(await held()).toEqual(before)
  await app.database.updateTable('suspects').set({ closed_at: now }).execute()
  await decide('restore', cluster)
  await runWeighing(app.services, true)
  expect(await held()).toEqual([answering])
  expect(others.length).toBeGreaterThan(14)
})

/** Each votes for six more dishes, which nobody else votes for, so that they no longer look alike. */
async function votedElsewhere(guests: number[]) {
  const { id: restaurant } = await app.restaurant()
  const owners = await joined(
    app,
    everySeconds(2 * guests.length, 60, minutesAfter(now, -800 * day)),
  )
  for (const [n, by] of guests.entries())
    for (let m = 0; m < 6; m++) {
      const owner = owners[2 * n + (m % 2)]!
      const { id } = await app.item({ restaurant, category: 3, by: owner })
      await voted(app, [{ by, item: id, at: minutesAfter(now, 30) }])
    }
}
