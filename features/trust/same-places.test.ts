import { beforeEach, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import type { Person } from '#platform/testing/people.ts'
import { joined, minutesAfter, voted } from './trust.testing.ts'
import { runWeighing } from './weigh.server.ts'

// People who join on one day and vote at the same few places, as at a conference, in an office or on a tour.

const now = new Date('2026-05-05T20:00:00Z')
const day = 24 * 60
let app: TestApp
let six: Person

beforeEach(async () => {
  app = await testApp()
  six = await app.member({ id: 6 })
  app.clock.set(now)
})

/** Creates a large town with these places, each known to sixty members of long standing. Returns a dish of each. */
async function knownPlaces(count: number): Promise<number[]> {
  const moments = Array.from({ length: 3_000 }, (_, n) => minutesAfter(now, -(700 - n / 10) * day))
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
    ...places.flatMap((item, n) => cast(item, 60 * n, 60 * (n + 1))),
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

it.each([
  ['a minute', 3],
  ['twelve hours', 2_000],
])(
  'a conference that joined within %s and chose among seven places waits for a person',
  async (_, every) => {
    await conference(every)
    await runWeighing(app.services, true)
    expect(await held()).toEqual([])
    expect(await queue()).toMatchObject([{ about: 'cluster', hidden: false }])
    expect(await violatedInvariants(app.database)).toEqual([])
  },
)

it.each([
  ['some leave out a stop', 5],
  ['all vote at each stop', Infinity],
])('a tour on which %s waits for a person, too', async (_, leaves) => {
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

it('verified accounts of one person that do all the same, one after the other, are held', async () => {
  const places = await knownPlaces(6)
  const made = await joined(app, everySeconds(15, 60))
  await voted(
    app,
    made.flatMap((by, n) =>
      places.map((item, m) => ({ by, item, at: minutesAfter(now, -59 + n + m / 10) })),
    ),
  )
  await runWeighing(app.services, true)
  // The first one is let be, because the others may have copied it.
  expect(await held()).toEqual(made.slice(1))
})

it('who was held before they had verified their address is let go once they have', async () => {
  const guests = await conference(3)
  const verifiedAt = (at: Date | null) =>
    app.database
      .updateTable('users')
      .set({ email_verified_at: at })
      .where('id', 'in', guests)
      .execute()
  await verifiedAt(null)
  await runWeighing(app.services, true)
  expect((await held()).length).toBeGreaterThan(15)
  await verifiedAt(minutesAfter(now, 10))
  app.clock.set(minutesAfter(now, 60))
  await runWeighing(app.services, true)
  expect(await held()).toEqual([])
  expect(await queue()).toHaveLength(1)
  expect(await violatedInvariants(app.database)).toEqual([])
})
