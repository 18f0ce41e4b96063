import { describe, expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { openSession } from '#platform/server/auth/sessions.ts'
import {
  answering,
  hanging,
  pushService,
  signedBy,
  type TestDevice,
} from './push-service.testing.ts'
import { queues } from './queues.server.ts'

const service = await pushService()
const app = await testApp({ settings: { pushHosts: [service.origin] } })
const chief = await app.member({ id: 514 })
/** Admin 514, freshly logged in, because these tests take weeks of the app's time. */
const admin = async () => ({
  ...chief,
  ...(await openSession(app.database, app.services.clock, 514, { userAgent: 'test' })),
})
const place = await app.restaurant({ name: 'The Anchor' })

const minute = 60_000
const day = 24 * 60 * minute
/** A noon to come, because the database's own defaults are of today. Each test begins a day later. */
let now = (Math.floor(Date.now() / day) + 1.5) * day
const later = (milliseconds: number) => {
  now += milliseconds
  app.clock.set(new Date(now))
}
/** Looks for what happened and tells the devices that are due, as the clock does each minute. */
const round = async () => {
  later(minute)
  await queues(app.services)[0]!.run({})
}
const old = () => app.member({ createdAt: new Date('2026-01-01') })
const dish = (by: Person, name?: string) =>
  app.item({ restaurant: place.id, category: 3, by: by.id, ...(name ? { name } : {}) })
const upvote = (as: Person, item: number) => app.post(`/api/items/${item}/upvote`, {}, { as })
const subscribe = async (as: Person, device: TestDevice) => {
  const { status, body } = await app.post('/api/user/push-subscriptions', device.subscription, {
    as,
  })
  expect(status).toBe(200)
  return body.id as number
}
const rowOf = (id: number) =>
  app.database.selectFrom('push_subscriptions').selectAll().where('id', '=', id).executeTakeFirst()
const makeDue = (ids: number[], at: Date) =>
  app.database
    .updateTable('push_subscriptions')
    .set({ next_at: at })
    .where('id', 'in', ids)
    .execute()
/** Tells the device as if it were due, and returns its row. */
const run = async (id: number) => {
  await makeDue([id], new Date(now))
  await queues(app.services)[0]!.run({})
  return (await rowOf(id))!
}

async function told(timeZone?: string) {
  later(day)
  const [owner, fan] = [await old(), await old()]
  const item = await dish(owner, `Pho ${owner.id}`)
  const device = service.device(timeZone)
  const id = await subscribe(owner, device)
  later(1000)
  return { owner, fan, item, device, id }
}

describe('a push', () => {
  it('tells of an upvote, encrypted for the device and signed by the site', async () => {
    const { owner, fan, item, device } = await told()
    await upvote(fan, item.id)
    await round()
    const [message] = await device.until(1)
    expect(message).toEqual({
      title: 'Yolo',
      body: `${fan.name} upvoted your favorite ${item.name} · The Anchor`,
      url: `/dish/${item.id}`,
      tag: `upvoted:${item.id}`,
    })
    const { publicKey } = (await app.get('/api/push-key', { as: owner })).body
    const { headers } = device.received[0]!
    expect(await signedBy(publicKey, device.received[0]!)).toMatchObject({
      key: publicKey,
      aud: service.origin,
      sub: 'mailto:hello@yolo.test',
    })
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
    expect(headers.topic).toMatch(/^[\w-]{32}$/)
  })

  it('tells a burst of upvotes once, and what follows after a pause', async () => {
    const { fan, item, device, id } = await told()
    const fans = [fan, await old(), await old(), await old()]
    for (const as of fans) {
      later(10)
      await upvote(as, item.id)
    }
    await round()
    const [first] = await device.until(1)
    expect(first!.body).toBe(
      `${fans[3]!.name} and 3 others upvoted your favorite ${item.name} · The Anchor`,
    )
    const next = await old()
    await upvote(next, item.id)
    await round()
    const { next_at: at, told_at: toldAt } = (await rowOf(id))!
    expect(at!.getTime()).toBe(toldAt!.getTime() + 10 * minute)
    // More in the pause wait for the same push.
    await upvote(await old(), item.id)
    await round()
    expect((await rowOf(id))!.next_at).toEqual(at)
    later(10 * minute)
    await run(id)
    expect(device.messages()).toHaveLength(2)
    expect(device.messages()[1]!.body).toContain('and')
    await run(id)
    expect(device.messages()).toHaveLength(2)
  })

  it('tells what followed members and members near by save, as the settings want it', async () => {
    const { owner, fan, device, id } = await told()
    await app.post('/api/follow/follow-user', { userId: fan.id }, { as: owner })
    const { latitude, longitude } = { latitude: 44.98, longitude: -93.27 }
    await app.database
      .updateTable('users')
      .set({ latitude, longitude })
      .where('id', '=', owner.id)
      .execute()
    later(1000)
    const [saved, near] = [await dish(fan), await dish(await old())]
    await app.put('/api/notification-settings', { nearby: false }, { as: owner })
    await round()
    const [message] = await device.until(1)
    expect(message!.body).toBe(`${fan.name} saved ${saved.name} · The Anchor`)
    await app.put('/api/notification-settings', { nearby: true, followed: false }, { as: owner })
    later(20 * minute)
    const again = await dish(await old())
    await round()
    await device.until(2)
    expect(device.messages()[1]!.body).toContain(`near you saved ${again.name}`)
    expect(device.messages().some(({ body }) => body.includes(near.name))).toBe(false)
    await app.put('/api/notification-settings', { nearby: false }, { as: owner })
    later(20 * minute)
    await dish(fan)
    await round()
    await run(id)
    expect(device.messages()).toHaveLength(2)
  })

  it('tells more than three at once as one', async () => {
    const { owner, fan, item, device } = await told()
    const more = [await dish(owner), await old().then((as) => upvote(as, item.id))]
    const own = [item, more[0] as { id: number }]
    const { id } = await app.restaurant()
    const wine = (category: number) => app.item({ restaurant: id, category, by: owner.id })
    own.push(await wine(8), await wine(9))
    later(1000)
    for (const { id: one } of own) await upvote(fan, one)
    await round()
    const [message] = await device.until(1)
    expect(message).toMatchObject({ url: '/notify', tag: 'news' })
    expect(message!.body).toMatch(/, and 3 more$/)
  })

  it('says of a hold, a takedown and a prize only that an answer waits', async () => {
    const { owner, device, id, fan } = await told()
    const reason = 'These accounts vote together.'
    await app.post('/api/admin/holds', { userId: owner.id, reason }, { as: await admin() })
    await round()
    expect((await device.until(1))[0]).toEqual({
      title: 'Yolo',
      body: 'An answer about your account waits for you',
      url: '/my-page',
      tag: 'account',
    })
    later(20 * minute)
    await app.post(
      '/api/takedowns',
      { kind: 'member', id: owner.id, word: 'A rude bio.' },
      { as: await admin() },
    )
    await round()
    const messages = await device.until(2)
    expect(messages[1]).toEqual(messages[0])
    expect(JSON.stringify(messages)).not.toMatch(/vote together|rude|@/)
    const contest = await app.database.selectFrom('contests').select('id').executeTakeFirstOrThrow()
    later(20 * minute)
    await app.database
      .insertInto('contest_draws')
      .values({
        contest_id: contest.id,
        k: 0,
        winning_entry: 1,
        user_id: owner.id,
        drawn_at: new Date(now),
        answer_by: new Date(now + 14 * day),
      })
      .execute()
    await round()
    expect((await device.until(3))[2]).toMatchObject({ url: `/contests/${contest.id}` })
    await app.database.deleteFrom('contest_draws').execute()
    // Nothing is told twice.
    await upvote(fan, (await dish(fan)).id)
    later(20 * minute)
    await run(id)
    expect(device.messages()).toHaveLength(3)
  })

  it.each<[string, (of: Awaited<ReturnType<typeof told>>) => Promise<unknown>]>([
    [
      'the vote is taken back',
      ({ fan, item }) => app.post(`/api/items/${item.id}/removeUpvote`, {}, { as: fan }),
    ],
    [
      'its member is blocked',
      ({ owner, fan }) => app.post('/api/follow/block', { userId: fan.id }, { as: owner }),
    ],
    [
      'its member is reported',
      ({ owner, fan }) =>
        app.post(
          '/api/abuse-reports',
          { kind: 'member', id: fan.id, reason: 'spam' },
          { as: owner },
        ),
    ],
    ['it was read', ({ owner }) => app.post('/api/notifications/read', {}, { as: owner })],
    [
      'it was switched off',
      ({ owner }) => app.put('/api/notification-settings', { upvoted: false }, { as: owner }),
    ],
    [
      'the device was removed',
      ({ owner, id }) => app.delete(`/api/user/push-subscriptions/${id}`, {}, { as: owner }),
    ],
    [
      'all were removed',
      ({ owner }) => app.delete('/api/user/push-subscriptions', {}, { as: owner }),
    ],
    ['one logs out', ({ owner }) => app.post('/api/logout', {}, { as: owner })],
    ['all sessions end', ({ owner }) => app.delete('/api/sessions', {}, { as: owner })],
    ['the account is disabled', ({ owner }) => app.post('/api/user/disable', {}, { as: owner })],
    ['the account is deleted', ({ owner }) => app.delete('/api/user', {}, { as: owner })],
    ['the session was idle for two weeks', async () => later(15 * day)],
  ])('isn’t sent once %s', async (_, change) => {
    const all = await told()
    await upvote(all.fan, all.item.id)
    later(1000)
    await change(all)
    await round()
    await run(all.id)
    expect(all.device.messages()).toEqual([])
  })

  it('goes to each device of the member', async () => {
    const { owner, fan, item, device } = await told()
    const session = await openSession(app.database, app.services.clock, owner.id, {
      userAgent: 'test',
    })
    const other = service.device()
    await subscribe({ ...owner, ...session }, other)
    later(1000)
    await upvote(fan, item.id)
    await round()
    expect((await device.until(1))[0]).toEqual((await other.until(1))[0])
  })

  it('waits for the end of quiet hours by the member’s clock, and tells then', async () => {
    const { owner, fan, item, device, id } = await told('America/Chicago')
    await app.put('/api/notification-settings', { quietHours: { from: 22, to: 7 } }, { as: owner })
    now = Date.parse(`${new Date(now).toISOString().slice(0, 10)}T04:00Z`) + day
    await upvote(fan, item.id)
    await round()
    const { next_at: end } = (await rowOf(id))!
    expect(end!.toISOString()).toMatch(/T1[23]:00:00/)
    // A try that comes too early waits too.
    await run(id)
    expect(device.messages()).toEqual([])
    now = end!.getTime()
    app.clock.set(end)
    await run(id)
    expect(device.messages()).toHaveLength(1)
  })
})

describe('a round', () => {
  it('wakes devices near a new favorite only, and compares no favorite with each of them', async () => {
    const [near, far] = [await told(), await told()]
    for (const [{ owner }, latitude] of [
      [near, 44.98],
      [far, 45.98],
    ] as const)
      await app.database
        .updateTable('users')
        .set({ latitude, longitude: -93.27 })
        .where('id', '=', owner.id)
        .execute()
    const { told_until: before } = (await rowOf(far.id))!
    const at = new Date(now + minute)
    await dish(await old())
    await round()
    expect(await rowOf(near.id)).toMatchObject({ told_at: at })
    expect((await rowOf(far.id))!.told_until).toEqual(before)
    const compares = app
      .statements()
      .filter(({ text }) => /push_subscriptions/.test(text) && /miles_between/.test(text))
    expect(compares).toEqual([])
  })
})

describe('a push service', () => {
  it.each([404, 410])('that answers %i ends the subscription', async (status) => {
    const { fan, item, device, id } = await told()
    device.answers.push(answering(status))
    await upvote(fan, item.id)
    await run(id)
    expect(await rowOf(id)).toBeUndefined()
  })

  it('that asks to wait is asked again then', async () => {
    const { fan, item, device, id } = await told()
    device.answers.push(
      answering(429, { 'Retry-After': '600' }),
      answering(503, { 'Retry-After': new Date(now + 30 * minute).toUTCString() }),
      answering(429),
    )
    await upvote(fan, item.id)
    for (const minutes of [10, 30, 15]) {
      await run(id)
      expect((await rowOf(id))!.next_at!.getTime()).toBe(now + minutes * minute)
    }
    await run(id)
    expect(device.received).toHaveLength(4)
    expect((await rowOf(id))!.told_at).not.toBeNull()
  })

  it('that fails is tried again, with what isn’t told yet', async () => {
    const { owner, fan, item, device, id } = await told()
    const second = await dish(owner)
    later(1000)
    device.answers.push(answering(201), answering(500))
    await upvote(fan, item.id)
    later(1000)
    await upvote(fan, second.id)
    expect((await run(id)).failing_since).toEqual(new Date(now))
    expect((await run(id)).failing_since).toBeNull()
    expect(device.messages().map(({ tag }) => tag)).toEqual([
      `upvoted:${item.id}`,
      `upvoted:${second.id}`,
      `upvoted:${second.id}`,
    ])
  })

  it('that fails is asked again ever more rarely, whatever happens meanwhile, for a week', async () => {
    const { fan, item, device, id } = await told()
    const failing = Array.from({ length: 40 }, () => answering(500))
    device.answers.push(...failing)
    await upvote(fan, item.id)
    const asked: number[] = []
    for (let n = 0; n < 20; n++) {
      await round()
      asked.push(device.received.length)
      await upvote(await old(), item.id)
    }
    // At once, and 2, 4, 8 and 16 minutes after that.
    expect(asked).toEqual([1, 1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5])
    later(6 * day)
    await run(id)
    later(day + minute)
    await round()
    expect(await rowOf(id)).toBeDefined()
    later(6 * day)
    await round()
    expect(await rowOf(id)).toBeUndefined()
  })

  it('that doesn’t answer holds up no device that was reached before', async () => {
    const { fan, item, device, id } = await told()
    await upvote(fan, item.id)
    await round()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const crook = await old()
    const madeUp: number[] = []
    for (let n = 0; n < 10; n++) {
      const { database, services } = app
      const session = await openSession(database, services.clock, crook.id, { userAgent: 'test' })
      const silent = service.device()
      silent.answers.push((response) => void released.then(() => answering(201)(response)))
      madeUp.push(await subscribe({ ...crook, ...session }, silent))
    }
    later(20 * minute)
    await upvote(fan, (await dish(crook)).id)
    await upvote(await old(), item.id)
    await makeDue(madeUp, new Date(now - minute))
    await makeDue([id], new Date(now))
    const telling = round()
    await device.until(2)
    release()
    await telling
  })

  it('that redirects or refuses is neither followed nor asked again', async () => {
    const other = service.device()
    for (const answer of [
      answering(307, { Location: other.subscription.endpoint }),
      answering(400),
    ]) {
      const { fan, item, device, id } = await told()
      device.answers.push(answer)
      await upvote(fan, item.id)
      await run(id)
      await run(id)
      expect(device.received).toHaveLength(1)
      expect(await rowOf(id)).toBeDefined()
    }
    expect(other.received).toEqual([])
  })

  it('that hangs is left after ten seconds', { tags: 'long' }, async () => {
    const { fan, item, device, id } = await told()
    device.answers.push(hanging)
    await upvote(fan, item.id)
    expect((await run(id)).failing_since).not.toBeNull()
    await run(id)
    expect(device.received).toHaveLength(2)
  })
})
