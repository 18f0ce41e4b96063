import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { valueInTime } from '#platform/testing/settled.ts'
import { burgers, figures, metricsToken, reading, type Listed } from './reading.ts'
import { startServers, type Server } from './servers.ts'

// Two apps, like two processes of the site, on a primary and two replicas that stream from it.
let primary: Server
let replicas: Server[]
let app: TestApp
let other: TestApp
let ann: Person
let place: { id: number; placeId: string }
const everyone = () => [app, other]

beforeAll(async () => {
  ;[primary, ...replicas] = await startServers(2)
  const settings = (url: string) => ({
    metricsToken,
    databaseUrl: url,
    databaseReadUrls: replicas.map((one) => one.url(url)),
  })
  app = await testApp({ postgresUrl: primary.url(), settings, pages: true })
  other = await testApp({ beside: app, settings })
  ann = await app.member()
  place = await app.restaurant()
  await saved()
})
beforeEach(async () => {
  await replaying(true)
  for (const one of everyone()) await expect.poll(() => reading(one)).toBe(1)
})

const replaying = async (goesOn: boolean) => {
  for (const one of replicas)
    await one.query(`select pg_wal_replay_${goesOn ? 'resume' : 'pause'}()`)
}

let count = 0
/** Saves a favorite, by default of a new member. Returns the dish's name and ID. */
async function saved(by?: Person): Promise<{ name: string; itemId: number }> {
  const name = `Burger ${++count}`
  const as = by ?? (await app.member())
  const { status, body } = await app.post(
    '/api/yolos',
    { placeId: place.placeId, categoryId: 3, itemName: name },
    { as },
  )
  expect(status).toBe(200)
  return { name, itemId: body.itemId }
}
const names = (listed: Listed[]) => listed.map(({ itemName }) => itemName)

describe('reads go to replicas', () => {
  it('that have replayed the asking member’s last write, else to the primary', async () => {
    const seen = names(await burgers(other))
    await replaying(false)
    const before = await figures(other)
    const { name, itemId } = await saved(ann)
    // The member sees it at once in either process, in the list and on the dish's page.
    for (const one of everyone()) {
      expect(names(await burgers(one, ann))).toContain(name)
      expect((await one.get(`/api/items/${itemId}`, { as: ann })).body.itemName).toBe(name)
    }
    const after = await figures(other)
    expect(after.instead.unreplayed! + after.instead.none!).toBeGreaterThan(
      before.instead.unreplayed! + before.instead.none!,
    )
    // Others see it although both replicas are paused, because those are left out.
    expect(await valueInTime(async () => names(await burgers(other)), [...seen, name])).toContain(
      name,
    )
    await replaying(true)
  })

  it('and others see it within 2 s when it is replayed', async () => {
    const { name, itemId } = await saved()
    for (const one of everyone()) {
      const has = async () => names(await burgers(one)).includes(name)
      expect(await valueInTime(has, true)).toBe(true)
    }
    const bob = await app.member()
    await app.post(`/api/items/${itemId}/upvote`, {}, { as: bob })
    const votes = async () => (await burgers(other)).find(({ id }) => id === itemId)!.upvoteCount
    expect(await valueInTime(votes, 1)).toBe(1)
    // The process still reads from a replica, so it didn't need the primary.
    expect(await reading(other)).toBe(1)
  })

  it('a member always finds what they did, by whichever process, while replicas come and go', async () => {
    for (let round = 0; round < 6; round++) {
      await replaying(round % 2 === 1)
      const bob = await app.member()
      const { name, itemId } = await saved(bob)
      const by = everyone()[round % 2]!
      expect(names(await burgers(by, bob))).toContain(name)
      const cy = await app.member()
      await by.post(`/api/items/${itemId}/upvote`, {}, { as: cy })
      const seen = (await burgers(everyone()[(round + 1) % 2]!, cy)).find(({ id }) => id === itemId)
      expect(seen).toMatchObject({ upvoteCount: 1, canUpvote: false })
    }
    await replaying(true)
    // In the end both processes agree with each other and with the database.
    const counted = await countVotes()
    for (const one of everyone()) {
      const votes = async () =>
        Object.fromEntries((await burgers(one)).map(({ id, upvoteCount }) => [id, upvoteCount]))
      expect(await valueInTime(votes, counted)).toEqual(counted)
    }
  })
})

async function countVotes() {
  const items = await app.database
    .selectFrom('items')
    .select(['id', 'upvote_count'])
    .where('listed', '=', true)
    .execute()
  return Object.fromEntries(items.map(({ id, upvote_count: votes }) => [id, votes]))
}

describe('a replica is left out', () => {
  it('that is behind, is said and counted, and is taken back', async () => {
    await replaying(false)
    await saved()
    for (const one of everyone()) {
      await expect.poll(() => reading(one)).toBe(0)
      const { leftOut, lag } = await figures(one)
      expect(leftOut).toEqual([1, 1])
      expect(lag[0]).toBeGreaterThan(0.3)
    }
    const before = (await figures(app)).instead.none!
    // Poll, because a response that is cached for a moment needs no query.
    const instead = async () => {
      expect((await burgers(app)).length).toBeGreaterThan(0)
      return (await figures(app)).instead.none!
    }
    await expect.poll(instead).toBeGreaterThan(before)
    await replaying(true)
    for (const one of everyone()) await expect.poll(() => reading(one)).toBe(1)
    await expect.poll(async () => (await figures(app)).leftOut).toEqual([0, 0])
  })

  it.each(['SIGQUIT', 'SIGINT'] as const)(
    'that ends by %s, with no failed request, and is taken back',
    async (signal) => {
      let asking = true
      const statuses = new Set<number>()
      const asked = everyone().flatMap((one) =>
        [null, ann].map(async (as) => {
          while (asking) {
            const { status } = await one.get(`/api/items/${(await burgers(one, as))[0]!.id}`, {
              as,
            })
            statuses.add(status)
          }
        }),
      )
      for (const one of replicas) {
        await one.stop(signal)
        await saved()
        await one.start()
        await expect.poll(async () => (await figures(app)).leftOut).toEqual([0, 0])
      }
      asking = false
      await Promise.all(asked)
      expect([...statuses]).toEqual([200])
    },
  )

  it('that hangs: who waits for it is answered by the primary', async () => {
    for (const one of replicas) one.freeze(true)
    const { name } = await saved(ann)
    expect(names(await burgers(other, ann))).toContain(name)
    expect((await burgers(app)).length).toBeGreaterThan(0)
    for (const one of replicas) one.freeze(false)
    await expect.poll(async () => (await figures(app)).leftOut).toEqual([0, 0])
  })
})

describe('while the primary is away', () => {
  it(
    'visitors read on; what needs it is a 503 with Retry-After, ready too; then all is well by itself',
    { tags: 'long' },
    async () => {
      const before = names(await burgers(app, ann))
      for (const one of everyone())
        await expect.poll(async () => names(await burgers(one))).toEqual(before)
      await primary.stop('SIGQUIT')
      const page = await app.get('/burgers?latitude=44.98&longitude=-93.27')
      expect([page.status, page.text.includes(before[0]!)]).toEqual([200, true])
      for (const one of everyone()) {
        expect(names(await burgers(one))).toEqual(before)
        // This list isn't in memory yet.
        expect((await one.get('/api/yolos?category=3&latitude=44.9&longitude=-93.2')).status).toBe(
          200,
        )
        const { id } = (await burgers(one))[0]!
        expect((await one.get(`/api/items/${id}`)).status).toBe(200)
        expect((await one.get('/api/health/ready')).status).toBe(503)
        for (const { status, headers } of [
          await one.get(`/api/yolos?category=3`, { as: ann }),
          await one.post(`/api/items/${id}/upvote`, {}, { as: ann }),
        ]) {
          expect(status).toBe(503)
          expect(headers.get('retry-after')).toMatch(/^\d+$/)
        }
      }
      await primary.start()
      await expect.poll(async () => (await app.get('/api/health/ready')).status).toBe(200)
      const { name } = await saved(ann)
      for (const one of everyone()) expect(names(await burgers(one, ann))).toContain(name)
      const has = async () => names(await burgers(other)).includes(name)
      expect(await valueInTime(has, true)).toBe(true)
    },
  )

  it('visitors read on though lists had seen what no replica has', { tags: 'long' }, async () => {
    await replaying(false)
    const bob = await app.member()
    const { name } = await saved(bob)
    for (const one of everyone()) expect(names(await burgers(one, bob))).toContain(name)
    await primary.stop('SIGQUIT')
    await replaying(true)
    for (const one of everyone())
      await expect
        .poll(
          async () =>
            (await one.get('/api/yolos?category=3&latitude=44.98&longitude=-93.27')).status,
        )
        .toBe(200)
    await primary.start()
    await expect.poll(async () => (await app.get('/api/health/ready')).status).toBe(200)
    const has = async () => names(await burgers(other)).includes(name)
    expect(await valueInTime(has, true)).toBe(true)
  })
})

describe('a replica made primary', () => {
  it('is no longer read, as what is written there isn’t so', async () => {
    const [gone] = replicas
    await gone!.query('select pg_promote()')
    await expect.poll(async () => (await figures(app)).leftOut).toEqual([1, 0])
    const rogue = new URL(gone!.url(app.databaseUrl))
    expect(rogue.port).not.toBe(new URL(app.databaseUrl).port)
    for (const one of everyone()) await expect.poll(() => reading(one)).toBe(1)
    const { name } = await saved()
    for (const one of everyone()) {
      const has = async () => names(await burgers(one)).includes(name)
      expect(await valueInTime(has, true)).toBe(true)
    }
    await gone!.stop()
    replicas.shift()
  })
})

it('without DATABASE_READ_URLS nothing is asked or noted for replicas', async () => {
  const alone = await testApp({ settings: { metricsToken } })
  const member = await alone.member()
  const { placeId } = await alone.restaurant()
  await alone.post('/api/yolos', { placeId, categoryId: 3, itemName: 'Alone' }, { as: member })
  expect(names(await burgers(alone, member))).toEqual(['Alone'])
  expect(alone.statements().filter(({ text }) => /member_writes/.test(text))).toEqual([])
  expect(await alone.database.selectFrom('member_writes').selectAll().execute()).toEqual([])
  const { rows } = await alone.services
    .connect()
    .then((client) =>
      client
        .query(
          `select 1 from pg_stat_activity where datname = current_database() and application_name = 'yolo-replicas'`,
        )
        .finally(() => client.end()),
    )
  expect(rows).toEqual([])
  const { text } = await alone.get('/api/metrics', {
    headers: { authorization: `Bearer ${metricsToken}` },
  })
  expect(text).not.toContain('replica_')
})
