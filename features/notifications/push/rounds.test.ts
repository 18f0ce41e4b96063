import { describe, expect, it } from 'vitest'
import { openSession } from '#platform/server/auth/sessions.ts'
import { answering, hanging } from './push-service.testing.ts'
import { day, minute, siteWithPushes } from './push.testing.ts'

const { service, app, now, later, round, old, dish, upvote, subscribe, rowOf, makeDue, run, told } =
  await siteWithPushes()

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
    const at = new Date(now() + minute)
    await upvote(near.fan, (await dish(await old())).id)
    await round()
    expect(await rowOf(near.id)).toMatchObject({ told_at: at })
    expect((await rowOf(far.id))!.told_until).toEqual(before)
    const compares = app
      .statements()
      .filter(({ text }) => /push_subscriptions/.test(text) && /miles_between/.test(text))
    expect(compares).toEqual([])
  })

  it('wakes no device for votes and favorites of an unverified account', async () => {
    const { owner, item, id } = await told()
    const eve = await app.member({ createdAt: new Date('2026-01-01'), verified: false })
    await app.post('/api/follow/follow-user', { userId: eve.id }, { as: owner })
    await round()
    const before = await rowOf(id)
    await upvote(eve, item.id)
    await dish(eve)
    await round()
    expect(await rowOf(id)).toEqual(before)
  })

  it('wakes no device near by for what an unverified account saved', async () => {
    const { owner, id } = await told()
    await app.database
      .updateTable('users')
      .set({ latitude: 44.98, longitude: -93.27 })
      .where('id', '=', owner.id)
      .execute()
    // The owner's own dish wakes the device once.
    await round()
    const before = await rowOf(id)
    await dish(await app.member({ createdAt: new Date('2026-01-01'), verified: false }))
    await round()
    expect(await rowOf(id)).toEqual(before)
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
      answering(503, { 'Retry-After': new Date(now() + 30 * minute).toUTCString() }),
      answering(429),
    )
    await upvote(fan, item.id)
    for (const minutes of [10, 30, 15]) {
      await run(id)
      expect((await rowOf(id))!.next_at!.getTime()).toBe(now() + minutes * minute)
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
    expect((await run(id)).failing_since).toEqual(new Date(now()))
    expect((await run(id)).failing_since).toBeNull()
    expect(device.messages().map(({ tag }) => tag)).toEqual([
      `upvoted:${item.id}`,
      `upvoted:${second.id}`,
      `upvoted:${second.id}`,
    ])
  })

  it('that fails with the second of two dishes near by is told that one later', async () => {
    const { owner, device, id } = await told()
    const place = { latitude: 46, longitude: -102 }
    await app.database.updateTable('users').set(place).where('id', '=', owner.id).execute()
    device.answers.push(answering(201), answering(500))
    for (const name of ['Chili', 'Gumbo']) {
      const { id: restaurant } = await app.restaurant({ name: `At ${name}`, ...place })
      later(1000)
      await app.item({ restaurant, category: 3, by: (await old()).id, name })
    }
    for (let n = 0; n < 3; n++) await run(id)
    const bodies = device.messages().map(({ body }) => /saved (\w+)/.exec(body)?.[1])
    expect(bodies).toEqual(['Chili', 'Gumbo', 'Gumbo'])
  })

  it('is told an upvote once, however often it is cast again', async () => {
    const { fan, item, device, id } = await told()
    for (let times = 0; times < 3; times++) {
      await upvote(fan, item.id)
      later(20 * minute)
      await run(id)
      await app.post(`/api/items/${item.id}/removeUpvote`, {}, { as: fan })
    }
    expect(device.messages().map(({ tag }) => tag)).toEqual([`upvoted:${item.id}`])
  })

  it('that fails after what is new near by is told no more of that on the day', async () => {
    const { owner, fan, item, device, id } = await told()
    const place = { latitude: 46, longitude: -105 }
    await app.database.updateTable('users').set(place).where('id', '=', owner.id).execute()
    const save = async (name: string) => {
      const { id: restaurant } = await app.restaurant({ name: `At ${name}`, ...place })
      later(1000)
      await app.item({ restaurant, category: 3, by: (await old()).id, name })
      later(1000)
    }
    device.answers.push(answering(201), answering(500))
    await save('Chili')
    await upvote(fan, item.id)
    for (let n = 0; n < 3; n++) await run(id)
    await save('Gumbo')
    for (let n = 0; n < 3; n++) await run(id)
    expect(device.messages().map(({ tag, body }) => /saved (\w+)/.exec(body)?.[1] ?? tag)).toEqual([
      'Chili',
      `upvoted:${item.id}`,
      `upvoted:${item.id}`,
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

  it('that fails once a week isn’t given up, since it had nothing to tell in between', async () => {
    const { owner, fan, item, device, id } = await told()
    device.answers.push(answering(500), answering(500))
    await upvote(fan, item.id)
    await run(id)
    later(1000)
    await app.post('/api/notifications/read', {}, { as: owner })
    later(1000)
    await run(id)
    expect(device.received).toHaveLength(1)
    later(8 * day)
    await upvote(await old(), item.id)
    expect((await run(id)).failing_since).toEqual(new Date(now()))
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
    const { id: theirs } = await dish(crook)
    later(20 * minute)
    await upvote(fan, theirs)
    await upvote(await old(), item.id)
    await makeDue(madeUp, new Date(now() - minute))
    await makeDue([id], new Date(now()))
    const telling = round()
    await device.until(2)
    // None of the others had to be given up first.
    const rows = await Promise.all(madeUp.map(rowOf))
    expect(rows.filter((row) => row!.failing_since)).toEqual([])
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

  it('that refuses everything for a week ends the subscription, and is asked about each push once', async () => {
    const { item, device, id } = await told()
    const { told_at: before } = (await rowOf(id))!
    const upvoteAgain = async (...answers: typeof device.answers) => {
      device.answers.push(...answers)
      later(1000)
      await upvote(await old(), item.id)
      return run(id)
    }
    const since = new Date(now() + 1000)
    for (let n = 1; n <= 2; n++) {
      const row = await upvoteAgain(answering(403))
      expect(row).toMatchObject({ failing_since: since, told_at: before })
      later(day)
      await run(id)
      expect(device.received).toHaveLength(n)
    }
    expect((await upvoteAgain(answering(201))).failing_since).toBeNull()
    later(day)
    expect((await upvoteAgain(answering(403))).failing_since).toEqual(new Date(now()))
    later(7 * day + 1)
    expect(await upvoteAgain(answering(403))).toBeUndefined()
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
