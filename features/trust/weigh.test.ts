import { beforeAll, beforeEach, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import type { Person } from '#platform/testing/people.ts'
import { until } from '#platform/testing/until.ts'
import { cameFrom, joined, minutesAfter, voted } from './trust.testing.ts'
import { runWeighing } from './weigh.server.ts'

let app: TestApp
let six: Person
const now = new Date('2026-05-05T20:00:00Z')
beforeAll(async () => {
  app = await testApp()
  six = await app.member({ id: 6 })
})
beforeEach(async () => {
  for (const table of ['suspects', 'votes', 'holds', 'item_reports', 'weighed'] as const)
    await app.database.deleteFrom(table).execute()
  await app.database.updateTable('users').set({ held_at: null }).execute()
  app.clock.set(now)
})

async function dish(place?: { id: number }) {
  const { id: restaurant } = place ?? (await app.restaurant())
  const [owner] = await joined(app, [minutesAfter(now, -200_000)])
  const createdAt = minutesAfter(now, -100_000)
  return { ...(await app.item({ restaurant, category: 3, by: owner!, createdAt })), restaurant }
}
/** Creates `size` accounts, one every `everyMinutes`, that vote for an item right after joining. Returns their ids. */
async function crowd(
  size: number,
  everyMinutes: number,
  item: number,
  from = minutesAfter(now, -300),
) {
  const moments = Array.from({ length: size }, (_, n) => minutesAfter(from, n * everyMinutes))
  const members = await joined(app, moments)
  await voted(
    app,
    members.map((by, n) => ({ by, item, at: minutesAfter(moments[n]!, 1) })),
  )
  return members
}
const held = async () =>
  (
    await app.database
      .selectFrom('users')
      .select('id')
      .where('held_at', 'is not', null)
      .orderBy('id')
      .execute()
  ).map(({ id }) => id)
const queue = async (query = '') =>
  (await app.get(`/api/admin/queue?kind=suspects${query}`, { as: six })).body.items
const decide = async (decision: string, id: string) =>
  (
    await app.post(
      '/api/admin/queue/decide',
      { ids: [id], decision, reason: 'Looked at.' },
      { as: six },
    )
  ).body.results[0]
const votesOf = async (id: number) => (await app.get(`/api/items/${id}/why`)).body.votes

it('a hundred puppets in an hour are held by the rule, marked in the queue, and their votes count no more', async () => {
  const target = await dish()
  const puppets = await crowd(100, 0.5, target.id)
  await runWeighing(app.services)
  expect(await held()).toEqual(puppets)
  expect(await votesOf(target.id)).toBe(0)
  const [row] = await queue()
  expect(row).toMatchObject({
    kind: 'suspects',
    about: 'cluster',
    hidden: true,
    count: 100,
    state: 'open',
  })
  expect(row.text).toContain('within an hour')
  expect(await violatedInvariants(app.database)).toEqual([])
})

it(
  'the job finds them by itself within two minutes',
  { tags: 'long', timeout: 150_000 },
  async () => {
    const alone = await testApp({ schedules: true })
    const { id: restaurant } = await alone.restaurant()
    const { id: item } = await alone.item({
      restaurant,
      category: 3,
      by: (await alone.member()).id,
    })
    const from = new Date()
    const moments = Array.from({ length: 100 }, (_, n) => minutesAfter(from, n * 0.01))
    const puppets = await joined(alone, moments)
    await voted(
      alone,
      puppets.map((by, n) => ({ by, item, at: minutesAfter(moments[n]!, 1) })),
    )
    const waiting = () =>
      alone.get('/api/admin/queue?kind=suspects', { as: admin }).then(({ body }) => body.items)
    const admin = await alone.member({ id: 6 })
    await until(async () => (await waiting()).length > 0, 'Nobody stands in the queue.', 120_000)
  },
)

it('a school class that votes for what it ate here and there is no cluster', async () => {
  const places = [await dish(), await dish(), await dish()]
  const pupils = await crowd(28, 1, places[0]!.id)
  await voted(
    app,
    pupils.map((by, n) => ({ by, item: places[1 + (n % 2)]!.id, at: minutesAfter(now, -60) })),
  )
  await cameFrom(app, pupils, () => 1, now)
  await runWeighing(app.services)
  expect([await held(), await queue()]).toEqual([[], []])
})

it('guests of an evening on one Wi-Fi, loopback too, are no cluster: from twenty on a network says nothing', async () => {
  const { id } = await dish()
  const guests = await crowd(40, 6, id)
  await cameFrom(app, guests, () => 127, now)
  await runWeighing(app.services)
  expect([await held(), await queue()]).toEqual([[], []])
})

it('a dozen from one network go to the desk and are never held for it alone', async () => {
  const target = await dish()
  const few = await crowd(12, 20, target.id)
  await runWeighing(app.services)
  expect(await queue()).toEqual([])
  await cameFrom(app, few, () => 1, now)
  await runWeighing(app.services, true)
  expect(await queue()).toMatchObject([{ count: 12, hidden: false }])
  expect(await held()).toEqual([])
})

it('false reports of twelve accounts that do nothing else are held but for the first four, and what they hid is shown again', async () => {
  const target = await dish()
  const moments = Array.from({ length: 12 }, (_, n) => minutesAfter(now, n - 60))
  const liars = await joined(app, moments)
  await app.database
    .insertInto('item_reports')
    .values(liars.map((user_id, n) => ({ user_id, item_id: target.id, created_at: moments[n]! })))
    .execute()
  const hidden = async () =>
    (
      await app.database
        .selectFrom('items')
        .select('hidden_at')
        .where('id', '=', target.id)
        .executeTakeFirstOrThrow()
    ).hidden_at
  expect(await hidden()).not.toBeNull()
  await runWeighing(app.services)
  expect(await held()).toEqual(liars.slice(4))
  expect(await hidden()).toBeNull()
})

it('five who joined to report a dish hide it; they stand on top of the queue, and held by an admin they hide it no more', async () => {
  const target = await dish()
  const moments = Array.from({ length: 5 }, (_, n) => minutesAfter(now, n - 10))
  const liars = await joined(app, moments)
  await app.database
    .insertInto('item_reports')
    .values(liars.map((user_id, n) => ({ user_id, item_id: target.id, created_at: moments[n]! })))
    .execute()
  const isHidden = async () =>
    (await app.get(`/api/items/${target.id}`, { as: await app.member() })).body.gone as boolean
  expect(await isHidden()).toBe(true)
  await runWeighing(app.services)
  // Five accounts are too few for the rule.
  expect(await held()).toEqual([])
  const all = (await app.get('/api/admin/queue', { as: six })).body.items
  expect(all[0]).toMatchObject({ kind: 'expired', count: 5, hidden: true })
  expect(await queue()).toMatchObject([{ count: 5, hidden: false }])
  for (const userId of liars)
    await app.post('/api/admin/holds', { userId, reason: 'It is on the menu.' }, { as: six })
  expect(await isHidden()).toBe(false)
})

it('who was held with a drip is let go when they do something elsewhere, but not when all do', async () => {
  const day = 24 * 60
  const [target, other] = [await dish(), await dish()]
  // Newcomers of a neighboring restaurant, of whom every second one comes back.
  const neighbours = await crowd(40, day, other.id, minutesAfter(now, -80 * day))
  const third = await dish()
  await voted(
    app,
    neighbours.slice(0, 20).map((by) => ({ by, item: third.id, at: minutesAfter(now, -10 * day) })),
  )
  const drip = await crowd(100, 0.6 * day, target.id, minutesAfter(now, -80 * day))
  await runWeighing(app.services, true)
  const caught = await held()
  expect(caught.length).toBeGreaterThan(90)
  expect(drip).toEqual(expect.arrayContaining(caught))

  const goElsewhere = (members: number[]) =>
    voted(
      app,
      members.map((by) => ({ by, item: third.id, at: now })),
    )
  const heldBy = (by_admin: number | null) =>
    app.database.updateTable('holds').set({ by_admin }).where('user_id', '=', caught[3]!).execute()
  await goElsewhere([caught[3]!])
  await heldBy(six.id)
  await runWeighing(app.services)
  expect(await held()).toEqual(caught)
  await heldBy(null)
  await runWeighing(app.services)
  expect(await held()).toEqual(caught.filter((one) => one !== caught[3]))
  const [{ link, count }] = await queue()
  expect(count).toBe(caught.length - 1)
  expect((await app.get(`/api${link}`, { as: six })).body.held).toBe(count)

  await goElsewhere(await held())
  await runWeighing(app.services)
  expect(await held()).toHaveLength(caught.length - 1)
  expect(await violatedInvariants(app.database)).toEqual([])
})

it('an honest newcomer of a drip’s days keeps their vote where they came as the neighbours’ newcomers do', async () => {
  const day = 24 * 60
  const [target, other, third] = [await dish(), await dish(), await dish()]
  const neighbours = await crowd(60, day, other.id, minutesAfter(now, -80 * day))
  await voted(
    app,
    neighbours.slice(0, 25).map((by) => ({ by, item: third.id, at: minutesAfter(now, -10 * day) })),
  )
  // Members of long standing like the dish too, so a few newcomers are to be expected.
  const regulars = await joined(
    app,
    Array.from({ length: 4 }, () => minutesAfter(now, -200 * day)),
  )
  const at = minutesAfter(now, -40 * day)
  await voted(
    app,
    regulars.map((by) => ({ by, item: target.id, at })),
  )
  const guests = await crowd(2, 9 * day, target.id, minutesAfter(now, -50 * day))
  const moments = Array.from({ length: 200 }, (_, n) => minutesAfter(now, (0.25 * n - 55) * day))
  const drip = await joined(app, moments)
  await voted(
    app,
    drip.map((by, n) => ({ by, item: target.id, at: minutesAfter(moments[n]!, 500 + n) })),
  )
  await runWeighing(app.services, true)
  expect(await held()).toEqual(drip)
  expect(await votesOf(target.id)).toBe(regulars.length + guests.length)
  await runWeighing(app.services, true)
  expect(await held()).toEqual(drip)
})

it('an admin clears a cluster, which frees them and keeps the rule off them; undone, they are held again', async () => {
  const target = await dish()
  const puppets = await crowd(100, 0.5, target.id)
  await runWeighing(app.services)
  const [{ id }] = await queue()
  expect(await decide('dismiss', id)).toMatchObject({ done: true, state: 'dismissed' })
  expect(await held()).toEqual([])
  expect(await votesOf(target.id)).toBe(100)
  await runWeighing(app.services, true)
  expect([await held(), await queue()]).toEqual([[], []])
  expect(await queue('&state=decided')).toMatchObject([{ id, state: 'dismissed' }])
  expect(await decide('restore', id)).toMatchObject({ done: true, state: 'open' })
  expect(await held()).toEqual(puppets)
  expect((await queue()).map((row: { id: string }) => row.id)).toEqual([id])
})

it('an admin holds a cluster that waited, all at once, and undoes it', async () => {
  const target = await dish()
  const some = await crowd(25, 0.2, target.id)
  await runWeighing(app.services)
  const [{ id, hidden }] = await queue()
  expect(hidden).toBe(false)
  expect(await decide('remove', id)).toMatchObject({ done: true, state: 'removed' })
  expect(await held()).toEqual(some)
  expect(await decide('remove', id)).toMatchObject({ done: false, state: 'removed' })
  expect(await decide('restore', id)).toMatchObject({ done: true, state: 'open' })
  expect(await held()).toEqual([])
})

it('the cluster’s page tells who, whom for, and the ranks with and without them', async () => {
  const place = await app.restaurant({ latitude: 45.5, longitude: -94 })
  const [target, rival] = [await dish(place), await dish(place)]
  const [honest] = await joined(app, [minutesAfter(now, -100_000)])
  await voted(app, [{ by: honest!, item: rival.id, at: minutesAfter(now, -90_000) }])
  const puppets = await crowd(100, 0.5, target.id)
  await cameFrom(app, puppets, (n) => n % 3, now)
  await runWeighing(app.services)
  const [{ link }] = await queue()
  const { body } = await app.get(`/api${link}`, { as: six })
  expect(body).toMatchObject({
    kind: 'votes',
    restaurant: { id: place.id },
    byRule: true,
    networks: 3,
    count: 100,
    held: 100,
    dishes: [{ id: target.id, votes: 100, with: 1, without: 2 }],
    answers: [],
  })
  expect(body.members).toHaveLength(100)
  expect((await app.get('/api/admin/suspects/2147483647', { as: six })).status).toBe(404)
})
