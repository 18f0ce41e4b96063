import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import type { Person } from '#platform/testing/people.ts'

let app: TestApp
let admin: Person
const burgers = 3

beforeAll(async () => {
  app = await testApp()
  admin = await app.member({ id: 6 })
})

/** Returns how many deadlocks the server has ended. Each connection has to hand in its own count first. */
async function deadlocks(): Promise<number> {
  const handIn = () => sql`select pg_stat_force_next_flush(), pg_sleep(0.1)`.execute(app.database)
  await Promise.all(Array.from({ length: 30 }, handIn))
  const { rows } = await sql<{ count: number }>`
    select deadlocks::integer as count from pg_stat_database where datname = current_database()`.execute(
    app.database,
  )
  return rows[0]!.count
}

type Place = { restaurant: number; placeId: string; item: number }

/** Creates two restaurants with a dish of the same name each. */
async function twins(): Promise<[Place, Place]> {
  const made: Place[] = []
  for (const name of ['Alpha Diner', 'Alfa Diner']) {
    const { id: restaurant, placeId } = await app.restaurant({ name })
    const by = (await app.member()).id
    const { id: item } = await app.item({ restaurant, category: burgers, by, name: 'Burger Q' })
    made.push({ restaurant, placeId, item })
  }
  return [made[0]!, made[1]!]
}

type Writer = { as: Person; from: number; over: AbortSignal; statuses: number[] }

/** Does, one after the other and until it is told to stop, all that a member can do with a dish at two places. */
async function write(places: [Place, Place], { as, from, over, statuses }: Writer) {
  const told = async (answer: Promise<{ status: number; body: { id?: number } }>) => {
    const { status, body } = await answer
    statuses.push(status)
    return body
  }
  const save = (n: number, more: object = {}) => ({
    categoryId: burgers,
    itemName: 'Burger Q',
    placeId: places[n % 2]!.placeId,
    ...more,
  })
  for (let n = from; !over.aborted; n++) {
    const { item, restaurant } = places[n % 2]!
    const { id } = await told(app.post('/api/yolos', save(n), { as }))
    await told(app.post(`/api/items/${places[(n + 1) % 2]!.item}/upvote`, {}, { as }))
    await told(app.post(`/api/items/${item}/expired`, {}, { as }))
    await told(app.post(`/api/restaurants/${restaurant}/closed`, {}, { as }))
    if (id) {
      await told(app.put('/api/yolos', { id, description: `It drips ${n}.` }, { as }))
      await told(app.put(`/api/yolos/${id}/tags`, { tags: [35 + (n % 2)] }, { as }))
      await told(app.put('/api/yolo/name', { yoloId: id, new_name: `Burger ${n % 3}` }, { as }))
      await told(app.put('/api/yolo/name', { yoloId: id, new_name: 'Burger Q' }, { as }))
      await told(app.delete(`/api/yolos/delete/${id}`, { as }))
      await told(app.post(`/api/yolos/${id}/restore`, {}, { as }))
      const swap = save(n + 1, { outId: id })
      const { id: next = id } = await told(app.post('/api/yolos/swap', swap, { as }))
      await told(app.delete(`/api/yolos/delete/${next}`, { as }))
    }
    await told(app.delete(`/api/items/${item}/expired`, { as }))
    await told(app.delete(`/api/restaurants/${restaurant}/closed`, { as }))
  }
}

/**
 * Runs `work` while six members write, and returns the statuses of all their answers. `more` waits until they have
 * written some more.
 */
async function whileMembersWrite(
  places: [Place, Place],
  work: (more: () => Promise<void>) => Promise<void>,
): Promise<number[]> {
  const members = await Promise.all(Array.from({ length: 6 }, () => app.member()))
  const stop = new AbortController()
  const statuses: number[] = []
  const writing = members.map((as, from) =>
    write(places, { as, from, over: stop.signal, statuses }),
  )
  async function more() {
    const enough = statuses.length + 30
    await expect.poll(() => statuses.length, { timeout: 10_000 }).toBeGreaterThan(enough)
  }
  try {
    await work(more)
  } finally {
    stop.abort()
  }
  await Promise.all(writing)
  return statuses
}

it('F9 merging and undoing it while members write deadlocks with nobody', async () => {
  const places = await twins()
  const before = await deadlocks()
  const answers: number[] = []
  const statuses = await whileMembersWrite(places, async (more) => {
    for (let n = 0; n < 8; n++) {
      const [{ restaurant: from }, { restaurant: into }] = (
        n % 2 ? places : places.toReversed()
      ) as [Place, Place]
      const merged = await app.post(`/api/restaurants/${from}/merge`, { into }, { as: admin })
      answers.push(merged.status)
      await more()
      const undone = await app.post(
        `/api/admin/merges/${merged.body.merge}/undo`,
        {},
        { as: admin },
      )
      answers.push(undone.status)
      await more()
    }
  })
  expect(statuses.filter((status) => status >= 500)).toEqual([])
  expect(answers).toEqual(answers.map(() => 200))
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(100)
  expect(await deadlocks()).toBe(before)
  expect(await violatedInvariants(app.database)).toEqual([])
}, 60_000)
