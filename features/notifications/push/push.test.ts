import { describe, expect, it } from 'vitest'
import { openSession } from '#platform/server/auth/sessions.ts'
import { signedBy } from './push-service.testing.ts'
import { day, minute, siteWithPushes } from './push.testing.ts'

const { service, app, now, setTime, later, round, old, dish, upvote, subscribe, rowOf, run, told } =
  await siteWithPushes()

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
    // Who joined long ago needs nobody else to speak for it.
    const again = await dish(await old())
    await round()
    await device.until(2)
    expect(device.messages()[1]!.body).toBe(`A member near you saved ${again.name} · The Anchor`)
    expect(device.messages().some(({ body }) => body.includes(near.name))).toBe(false)
    await app.put('/api/notification-settings', { nearby: false }, { as: owner })
    later(20 * minute)
    await dish(fan)
    await round()
    await run(id)
    expect(device.messages()).toHaveLength(2)
  })

  it('brings nobody near by the words of one mailbox, also of a name, and one dish of a member', async () => {
    const { owner, device, id } = await told()
    const place = { latitude: 47, longitude: -100 }
    await app.database.updateTable('users').set(place).where('id', '=', owner.id).execute()
    const bank = await app.member({ createdAt: new Date(now() - day) })
    const { id: restaurant } = await app.restaurant({ name: 'Yolo Account Security', ...place })
    const locked = (category: number) =>
      app.item({
        restaurant,
        category,
        by: bank.id,
        name: `Account locked, call 555-010${category}`,
      })
    await upvote(await app.member({ verified: false }), (await locked(3)).id)
    await round()
    await run(id)
    expect(device.messages()).toEqual([])
    // An account that aged and is verified only now has its first week before it.
    const aged = await app.member({
      createdAt: new Date(now() - 8 * day),
      verifiedAt: new Date(now()),
    })
    later(20 * minute)
    await app.item({ restaurant, category: 3, by: aged.id, name: 'Account locked' })
    await round()
    await run(id)
    expect(device.messages()).toEqual([])
    // Of dishes for which others speak, too, it is one, and no name of who saved it.
    const grill = await app.restaurant({ name: 'The Grill', ...place })
    const cellar = await app.restaurant({ name: 'The Cellar', ...place })
    const fan = await old()
    later(20 * minute)
    for (const one of [grill, cellar]) {
      const { id: item } = await app.item({
        restaurant: one.id,
        category: 3,
        by: bank.id,
        name: 'Soup',
      })
      await upvote(fan, item)
    }
    await round()
    await device.until(1)
    expect(device.messages().map(({ body }) => body)).toEqual([
      expect.stringMatching(/^A member near you saved Soup · The (Grill|Cellar)$/),
    ])
    // The list of notices, which one opens oneself, has all.
    const { body } = await app.get('/api/notifications', { as: owner })
    expect(body.items).toHaveLength(4)
  })

  it('tells what is new near by once a day, and all else meanwhile', async () => {
    const { owner, fan, item, device, id } = await told()
    const place = { latitude: 45, longitude: -101 }
    await app.database.updateTable('users').set(place).where('id', '=', owner.id).execute()
    const by = await old()
    const save = async (name: string, category: number) => {
      const { id: restaurant } = await app.restaurant({ name: `At ${name}`, ...place })
      await app.item({ restaurant, category, by: by.id, name })
      await round()
      await run(id)
      return device.messages().map(({ body }) => body)
    }
    const first = ['A member near you saved Chili · At Chili']
    expect(await save('Chili', 1)).toEqual(first)
    later(20 * minute)
    expect(await save('Gumbo', 2)).toEqual(first)
    later(1000)
    await upvote(fan, item.id)
    later(20 * minute)
    const both = [...first, `${fan.name} upvoted your favorite ${item.name} · The Anchor`]
    expect(await save('Stew', 3)).toEqual(both)
    later(day)
    expect(await save('Hash', 4)).toEqual([...both, 'A member near you saved Hash · At Hash'])
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
    setTime(Date.parse(`${new Date(now()).toISOString().slice(0, 10)}T04:00Z`) + day)
    await upvote(fan, item.id)
    await round()
    const { next_at: end } = (await rowOf(id))!
    expect(end!.toISOString()).toMatch(/T1[23]:00:00/)
    // A try that comes too early waits too.
    await run(id)
    expect(device.messages()).toEqual([])
    setTime(end!.getTime())
    await run(id)
    expect(device.messages()).toHaveLength(1)
  })
})
