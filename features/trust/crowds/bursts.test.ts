import { beforeAll, beforeEach, expect, it } from 'vitest'
import { recountQueue } from '#features/items/votes/recount.server.ts'
import { variantsOf } from '#platform/testing/all-variants.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import type { Person } from '#platform/testing/people.ts'
import { joined, minutesAfter, oldDishes, voted } from '../trust.testing.ts'
import { runWeighing } from '../weigh.server.ts'

// Several crowds of newcomers at one restaurant. Each is judged by itself: none adds anybody to a crowd that comes at
// another time, and none hides it.

const now = new Date('2026-05-05T20:00:00Z')
const hour = 60
const day = 24 * hour
let app: TestApp
let six: Person
let target: number
let near: number[]

beforeAll(async () => {
  app = await testApp()
})

beforeEach(async () => {
  await app.empty()
  app.clock.set(now)
  six = await app.member({ id: 6 })
  ;[target, ...near] = (await oldDishes(app, now, 4)) as [number, ...number[]]
})

/** Returns so many moments, in minutes after now. */
const each = (size: number, every: number, from: number) =>
  Array.from({ length: size }, (_, n) => from + n * every)
/** Creates accounts that join at these moments and vote for the dish at those, or a minute after joining. */
async function come(
  joining: number[],
  { verified = true, elsewhere = false, voting = joining.map((at) => at + 1) } = {},
) {
  const moments = joining.map((at) => minutesAfter(now, at))
  const members = await joined(app, moments, { verified })
  const dishes = (n: number) => (elsewhere ? [near[n % near.length]!, target] : [target])
  await voted(
    app,
    members.flatMap((by, n) =>
      dishes(n).map((item) => ({ by, item, at: minutesAfter(now, voting[n]!) })),
    ),
  )
  return members
}
async function weighed(at = 0, whole = false) {
  app.clock.set(minutesAfter(now, at))
  await recountQueue(app.services).run({})
  await runWeighing(app.services, whole)
}
const held = async () => {
  const rows = app.database.selectFrom('users').select('id').where('held_at', 'is not', null)
  return (await rows.orderBy('id').execute()).map(({ id }) => id)
}
const counts = async () =>
  (await app.get('/api/admin/queue?kind=suspects', { as: six })).body.items.map(
    ({ count, hidden }: { count: number; hidden: boolean }) => ({ count, hidden }),
  )

it('where a burst was found once, a class is a class, two months later or an hour', async () => {
  const puppets = await come(each(36, 0.2, -60 * day))
  await weighed(-60 * day + 20)
  expect(await held()).toEqual(puppets)
  await come(each(20, 0.4, -60 * day + hour))
  await come(each(20, 0.4, -5 * hour))
  await weighed()
  await weighed(day, true)
  expect(await held()).toEqual(puppets)
})

it.each(
  variantsOf([
    ['a day later', 26 * hour],
    ['right after it', hour],
  ] as const),
)('a burst hides no slower crowd of %s from the rule', async (_, pause) => {
  await come(each(40, 0.2, -20 * hour - pause), { verified: false })
  await weighed(-20 * hour - pause + 15)
  const slow = await come(each(240, 5, -20 * hour), { verified: false })
  await weighed(0, true)
  expect(await held()).toEqual(expect.arrayContaining(slow))
})

it('nor one from the admins, in a case of its own', async () => {
  const puppets = await come(each(40, 0.2, -30 * hour))
  await weighed(-29 * hour)
  await come(each(28, 0.3, -hour))
  await weighed(0, true)
  expect(await held()).toEqual(puppets)
  expect(await counts()).toEqual([
    { count: 40, hidden: true },
    { count: 28, hidden: false },
  ])
})

it('a burst lets nobody of a slower crowd go', async () => {
  const slow = await come(each(150, 4, -4 * day))
  await weighed(-3 * day)
  expect(await held()).toEqual(slow)
  await come(each(40, 0.2, -30))
  await weighed(1, true)
  await weighed(2, true)
  expect(await held()).toEqual(expect.arrayContaining(slow))
})

it('nor anybody of one whose members all did something elsewhere', async () => {
  const slow = await come(each(150, 4, -4 * day))
  await weighed(-3 * day)
  const puppets = await come(each(40, 0.2, -30))
  await weighed(1)
  await voted(
    app,
    slow.map((by, n) => ({ by, item: near[n % 3]!, at: minutesAfter(now, 5) })),
  )
  await weighed(10, true)
  expect(await held()).toEqual([...slow, ...puppets])
})

it.each(
  variantsOf([
    ['quickly', 0.2],
    ['over two days', 72],
  ] as const),
)('puppets that joined %s get no newcomer of the next hours held', async (_, every) => {
  const from = -day - 40 * every
  const puppets = await come(each(40, every, from), { voting: each(40, 0.2, -23 * hour) })
  await weighed(-22.5 * hour)
  expect(await held()).toEqual(puppets)
  const honest = await come(each(22, hour, -22 * hour))
  await weighed()
  await weighed(hour, true)
  expect((await held()).filter((id) => honest.includes(id))).toEqual([])
  expect(await violatedInvariants(app.database)).toEqual([])
})

it('the last ones of a night are part of its burst', async () => {
  const night = each(180, 1, -20 * hour)
  const last = each(6, 20, -17 * hour + 30)
  const puppets = await come([...night, ...each(6, 1, -17 * hour)], { voting: [...night, ...last] })
  await weighed()
  expect(await held()).toEqual(puppets)
})

it.each([true, false])(
  'nine at once and then a pause are one burst, verified: %s',
  async (verified) => {
    const groups = each(5, 1.4, -hour).flatMap((at) => each(9, 0.01, at))
    const puppets = await come(groups, { verified, voting: each(45, 0.01, -9) })
    await weighed()
    expect(await held()).toEqual(puppets)
  },
)

it('also of those who vote alike', async () => {
  const moments = each(2, 1.4, -100).flatMap((at) =>
    each(9, 0.01, at).map((at) => minutesAfter(now, at)),
  )
  const copies = await joined(app, moments, { verified: false })
  const dishes = [target, ...near, ...(await oldDishes(app, now, 2))]
  await voted(
    app,
    copies.flatMap((by, n) =>
      dishes.map((item, m) => ({ by, item, at: minutesAfter(now, n + m / 10 - 90) })),
    ),
  )
  await weighed()
  // The first one, whom the others may have copied, is let be.
  expect(await held()).toEqual(copies.slice(1))
})

it('a member of a burst that the rule holds hides no other burst from the admins', async () => {
  const puppets = await come(each(36, 0.2, -12 * hour))
  const others = await come(each(300, 0.2, -6 * hour), { elsewhere: true })
  // Came in the second one, and within a day of the first.
  await come([-6 * hour + 20])
  await weighed()
  await weighed(2, true)
  expect(await held()).toEqual(puppets)
  const restaurants = await counts()
  expect(restaurants.map(({ count }: { count: number }) => count)).toContain(others.length)
})
