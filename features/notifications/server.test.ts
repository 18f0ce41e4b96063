import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import type { Person } from '#platform/testing/people.ts'

let app: TestApp
let place: { id: number; placeId: string }

beforeAll(async () => {
  app = await testApp()
  place = await app.restaurant({ name: 'The Anchor' })
})

const byText = (a: string, b: string) => (a < b ? -1 : 1)
const day = 24 * 60 * 60 * 1000
const old = () => new Date(Date.now() - 200 * day)
const member = () => app.member({ createdAt: old(), verifiedAt: old() })
const follow = (as: Person, userId: number) =>
  app.post('/api/follow/follow-user', { userId }, { as })
const upvote = (as: Person, item: number) => app.post(`/api/items/${item}/upvote`, {}, { as })
const dish = (by: Person, wanted: { restaurant?: number; createdAt?: Date } = {}) =>
  app.item({ restaurant: place.id, category: 3, by: by.id, ...wanted })
const notices = async (as: Person, query = '') =>
  (await app.get(`/api/notifications${query}`, { as })).body as {
    items: any[]
    cursor: string | null
  }
const unread = async (as: Person) => (await app.get('/api/follow/unread', { as })).body
const lines = async (as: Person) =>
  (await notices(as)).items.map(
    ({ kind, people, peopleCount, item }) =>
      `${kind} ${people.map((one: any) => one.userName).join(', ')} (${peopleCount})${item ? ` ${item.itemName}` : ''}`,
  )
const livesAt = (who: Person, latitude: number, longitude: number) =>
  app.database.updateTable('users').set({ latitude, longitude }).where('id', '=', who.id).execute()

describe('what is told', () => {
  it('a favorite that is gone, and once a restaurant that has closed, to those who saved it', async () => {
    const [ann, bob] = [await member(), await member()]
    const { id: restaurant } = await app.restaurant()
    const saved = [await dish(ann, { restaurant }), await dish(ann, { restaurant })]
    const reporters = await Promise.all(Array.from({ length: 5 }, () => app.member()))
    const five = (path: string) => Promise.all(reporters.map((as) => app.post(path, {}, { as })))
    await five(`/api/items/${saved[1]!.id}/expired`)
    expect(await lines(ann)).toEqual([`gone  (0) ${saved[1]!.name}`])
    expect((await unread(ann)).notificationUnread).toBe(1)
    await app.post('/api/notifications/read', {}, { as: ann })
    await five(`/api/restaurants/${restaurant}/closed`)
    const [newest, older] = (await notices(ann)).items
    expect(newest).toMatchObject({ kind: 'closed', unread: true, item: { closed: true } })
    expect(older).toMatchObject({ kind: 'gone', unread: false, item: { gone: true } })
    expect((await unread(ann)).notificationUnread).toBe(1)
    expect(await lines(bob)).toEqual([])
    // After the reports are taken back, there are no notifications about them.
    await app.delete(`/api/restaurants/${restaurant}/closed`, {}, { as: reporters[0] })
    await app.delete(`/api/items/${saved[1]!.id}/expired`, {}, { as: reporters[0] })
    expect(await lines(ann)).toEqual([])
  })

  it('a new follower', async () => {
    const [ann, bob] = [await member(), await member()]
    await follow(bob, ann.id)
    expect(await lines(ann)).toEqual([`follow ${bob.name} (1)`])
    expect(await lines(bob)).toEqual([])
    await app.delete('/api/follow/un-follow-user', { userId: ann.id }, { as: bob })
    expect(await lines(ann)).toEqual([])
    expect(await unread(ann)).toEqual({ followUnread: 0, notificationUnread: 0 })
  })

  it('upvotes on one’s favourite, several as one line with the newest first', async () => {
    const ann = await member()
    const item = await dish(ann)
    const voters = [await member(), await member(), await member(), await member()]
    for (const voter of voters) expect((await upvote(voter, item.id)).status).toBe(200)
    const newest = voters.slice(1).toReversed()
    expect(await lines(ann)).toEqual([
      `upvoted ${newest.map(({ name }) => name).join(', ')} (4) ${item.name}`,
    ])
    expect((await notices(ann)).items[0]).toMatchObject({
      key: `upvoted:${item.id}`,
      unread: true,
      item: { id: item.id, restaurantId: place.id, restaurantName: 'The Anchor', used: true },
    })
    await app.post(`/api/items/${item.id}/removeUpvote`, {}, { as: voters[3]! })
    expect((await notices(ann)).items[0].peopleCount).toBe(3)
  })

  it('no upvote that was there before the favourite', async () => {
    const [ann, bob, eve] = [await member(), await member(), await member()]
    const item = await dish(bob)
    await upvote(eve, item.id)
    await app.database
      .insertInto('yolos')
      .values({
        user_id: ann.id,
        item_id: item.id,
        category_id: 3,
        slot: 1,
        created_at: new Date(),
      })
      .execute()
    expect(await lines(ann)).toEqual([])
    expect(await lines(bob)).toEqual([`upvoted ${eve.name} (1) ${item.name}`])
  })

  it('a followed member’s new yolo and upvote, from the follow on', async () => {
    const [ann, bob, eve] = [await member(), await member(), await member()]
    await dish(bob, { createdAt: new Date(Date.now() - 5 * day) })
    await follow(ann, bob.id)
    expect(await lines(ann)).toEqual([])
    const saved = await dish(bob)
    const voted = await dish(eve)
    await upvote(bob, voted.id)
    expect(await lines(ann)).toEqual([
      `followed-upvote ${bob.name} (1) ${voted.name}`,
      `followed-yolo ${bob.name} (1) ${saved.name}`,
    ])
    await app.database.deleteFrom('yolos').where('id', '=', saved.yoloId).execute()
    expect(await lines(ann)).toEqual([`followed-upvote ${bob.name} (1) ${voted.name}`])
  })

  it('a followed member’s upvote on one’s own favourite once, as that', async () => {
    const [ann, bob] = [await member(), await member()]
    await follow(ann, bob.id)
    const item = await dish(ann)
    await upvote(bob, item.id)
    expect(await lines(ann)).toEqual([`upvoted ${bob.name} (1) ${item.name}`])
  })

  it('a new yolo within 20 miles of one’s place, and none beyond', async () => {
    const [ann, bob] = [await member(), await member()]
    // The restaurants are 19.9 and 20.1 miles north of where the members live.
    const near = await app.restaurant({ latitude: 30 + 19.9 / 69.0933, longitude: -100 })
    const far = await app.restaurant({ latitude: 30 + 20.1 / 69.0933, longitude: -100 })
    await livesAt(ann, 30, -100)
    await livesAt(bob, 30, -100)
    const item = await dish(bob, { restaurant: near.id })
    await dish(bob, { restaurant: far.id })
    expect(await lines(ann)).toEqual([`nearby ${bob.name} (1) ${item.name}`])
    expect(await lines(bob)).toEqual([])
    await follow(ann, bob.id)
    const more = await dish(bob, { restaurant: near.id })
    expect(await lines(ann)).toEqual([`followed-yolo ${bob.name} (1) ${more.name}`])
  })

  it('a yolo where its restaurant is now, after an import has moved it', async () => {
    const [ann, bob] = [await member(), await member()]
    await livesAt(ann, 47, -100)
    const spot = await app.restaurant({ latitude: 20, longitude: -100 })
    await dish(bob, { restaurant: spot.id })
    expect(await lines(ann)).toEqual([])
    const { cell5 } = await app.database
      .selectFrom('restaurants')
      .select('cell5')
      .where('id', '=', (await app.restaurant({ latitude: 47, longitude: -100 })).id)
      .executeTakeFirstOrThrow()
    await app.database
      .updateTable('restaurants')
      .set({ latitude: 47, longitude: -100, cell5 })
      .where('id', '=', spot.id)
      .execute()
    expect(await lines(ann)).toHaveLength(1)
    expect(await violatedInvariants(app.database)).toEqual([])
  })

  it('nothing of before one joined, nor older than 90 days', async () => {
    const [bob, eve] = [await member(), await member()]
    const spot = await app.restaurant({ latitude: 35, longitude: -100 })
    await dish(bob, { restaurant: spot.id, createdAt: new Date(Date.now() - 91 * day) })
    await dish(bob, { restaurant: spot.id, createdAt: new Date(Date.now() - 2 * day) })
    const ann = await app.member({ createdAt: new Date(Date.now() - day) })
    for (const one of [ann, eve]) await livesAt(one, 35, -100)
    expect(await lines(ann)).toEqual([])
    expect(await lines(eve)).toHaveLength(1)
  })

  it('a yolo of user 20 under the name that was typed', async () => {
    const ann = await member()
    const special = await app.member({ id: 20, createdAt: old() })
    const spot = await app.restaurant({ latitude: 36, longitude: -100 })
    await livesAt(ann, 36, -100)
    const { yoloId, name } = await dish(special, { restaurant: spot.id })
    await app.database
      .updateTable('yolos')
      .set({ shown_name: 'Chef Louis' })
      .where('id', '=', yoloId)
      .execute()
    expect(await lines(ann)).toEqual([`nearby Chef Louis (1) ${name}`])
  })
})

describe('what is not told', () => {
  it('of whom one blocked, of whose account sleeps, of a dish that is gone', async () => {
    const [ann, bob, eve] = [await member(), await member(), await member()]
    const item = await dish(ann)
    for (const one of [bob, eve]) {
      await upvote(one, item.id)
      await follow(ann, one.id)
      await dish(one)
    }
    expect(await lines(ann)).toHaveLength(3)
    await app.post('/api/follow/block', { userId: bob.id }, { as: ann })
    expect(await lines(ann)).toEqual([
      `followed-yolo ${eve.name} (1) ${(await notices(ann)).items[0].item.itemName}`,
      `upvoted ${eve.name} (1) ${item.name}`,
    ])
    await app.database
      .updateTable('users')
      .set({ disabled_at: new Date() })
      .where('id', '=', eve.id)
      .execute()
    expect(await lines(ann)).toEqual([])
    expect(await unread(ann)).toEqual({ followUnread: 0, notificationUnread: 0 })

    await upvote(await member(), item.id)
    expect(await lines(ann)).toHaveLength(1)
    await app.database
      .updateTable('items')
      .set({ deleted_at: new Date() })
      .where('id', '=', item.id)
      .execute()
    expect(await lines(ann)).toEqual([])
  })

  it('what is switched off in the settings, one by one', async () => {
    const [ann, bob, eve] = [await member(), await member(), await member()]
    const spot = await app.restaurant({ latitude: 40, longitude: -100 })
    await livesAt(ann, 40, -100)
    await follow(ann, bob.id)
    await upvote(eve, (await dish(ann)).id)
    await dish(bob)
    await dish(eve, { restaurant: spot.id })
    const kinds = async () =>
      (await notices(ann)).items.map(({ kind }) => String(kind)).sort(byText)
    const set = (settings: object) => app.put('/api/notification-settings', settings, { as: ann })
    expect(await kinds()).toEqual(['followed-yolo', 'nearby', 'upvoted'])
    expect((await set({ upvoted: false })).body).toMatchObject({
      nearby: true,
      upvoted: false,
      followed: true,
    })
    expect(await kinds()).toEqual(['followed-yolo', 'nearby'])
    await set({ nearby: false })
    expect(await kinds()).toEqual(['followed-yolo'])
    await set({ followed: false })
    expect(await kinds()).toEqual([])
    expect(await unread(ann)).toEqual({ followUnread: 0, notificationUnread: 0 })
    await follow(eve, ann.id)
    expect(await kinds()).toEqual(['follow'])
    expect((await set({})).body).toMatchObject({ nearby: false, upvoted: false, followed: false })
    expect((await app.get('/api/notification-settings', { as: ann })).body.nearby).toBe(false)
    expect((await set({ nearby: 'yes' })).status).toBe(400)
  })
})

describe('the unread', () => {
  it('count new followers one by one and the rest by line, up to 10', async () => {
    const ann = await member()
    const own = [await dish(ann), await dish(ann)]
    for (let n = 0; n < 12; n++) {
      const one = await app.member()
      await follow(one, ann.id)
      for (const { id } of own) await upvote(one, id)
    }
    expect(await unread(ann)).toEqual({ followUnread: 10, notificationUnread: 2 })
    const bob = await member()
    await follow(ann, bob.id)
    for (let n = 0; n < 12; n++)
      await app.item({ restaurant: place.id, category: (n % 4) + 4, by: bob.id })
    expect(await unread(ann)).toEqual({ followUnread: 10, notificationUnread: 10 })
  })

  it('are never reset by being asked for, and each kind by its own call', async () => {
    const [ann, bob] = [await member(), await member()]
    const item = await dish(ann)
    await follow(bob, ann.id)
    await upvote(bob, item.id)
    for (let n = 0; n < 2; n++)
      expect(await unread(ann)).toEqual({ followUnread: 1, notificationUnread: 1 })
    await app.post('/api/follow/update-last-read', undefined, { as: ann })
    expect(await unread(ann)).toEqual({ followUnread: 0, notificationUnread: 1 })
    await app.post('/api/notifications/read', {}, { as: ann })
    expect(await unread(ann)).toEqual({ followUnread: 0, notificationUnread: 0 })
    expect((await notices(ann)).items.map((line) => line.unread)).toEqual([false, false])
    await upvote(await member(), item.id)
    expect(await unread(ann)).toEqual({ followUnread: 0, notificationUnread: 1 })
    expect((await notices(ann)).items[0]).toMatchObject({ unread: true, peopleCount: 2 })
  })

  it('stay so where they came after what was read', async () => {
    const ann = await member()
    const seen = new Date(Date.now() - 1).toISOString()
    await follow(await member(), ann.id)
    await app.post('/api/follow/update-last-read', { until: seen }, { as: ann })
    expect((await unread(ann)).followUnread).toBe(1)
    const { status } = await app.post(
      '/api/follow/update-last-read',
      { until: '2999-01-01T00:00:00.000Z' },
      { as: ann },
    )
    expect(status).toBe(200)
    await follow(await member(), ann.id)
    expect((await unread(ann)).followUnread).toBe(1)
    expect((await app.post('/api/notifications/read', { until: 'soon' }, { as: ann })).status).toBe(
      400,
    )
  })
})

describe('pages', () => {
  it('hold each line once, newest first, whatever else happened to it', async () => {
    const [ann, bob, eve] = [await member(), await member(), await member()]
    const followedAt = new Date(Date.now() - 80 * day)
    for (const { id } of [bob, eve])
      await app.database
        .insertInto('follows')
        .values({ follower_id: ann.id, followee_id: id, created_at: followedAt })
        .execute()
    const owner = await app.member({ id: 514, createdAt: old() })
    const made = []
    // Bob voted for 50 dishes long ago, for several at the same moment. Eve voted for every fifth of them later.
    for (let n = 0; n < 50; n++) {
      await app.database.deleteFrom('yolos').where('user_id', '=', owner.id).execute()
      const { id } = await dish(owner)
      made.push(id)
    }
    await app.database.updateTable('items').set({ yolo_count: 1 }).where('id', 'in', made).execute()
    const at = (hours: number) => new Date(Date.now() - 60 * day + hours * 3_600_000)
    await app.database
      .insertInto('votes')
      .values([
        ...made.map((item_id, n) => ({
          item_id,
          user_id: bob.id,
          created_at: at(Math.floor(n / 7)),
        })),
        ...made
          .filter((_, n) => n % 5 === 0)
          .map((item_id, n) => ({ item_id, user_id: eve.id, created_at: at(100 + n) })),
      ])
      .execute()
    const found: any[] = []
    let cursor: string | null = null
    let pages = 0
    do {
      const page = await notices(ann, cursor ? `?cursor=${cursor}` : '')
      found.push(...page.items)
      cursor = page.cursor
      pages++
    } while (cursor)
    expect(pages).toBe(3)
    expect(found).toHaveLength(50)
    expect(new Set(found.map(({ key }) => key)).size).toBe(50)
    const times = found.map(({ time }) => String(time))
    expect(times).toEqual(times.toSorted(byText).toReversed())
    expect(found.slice(0, 10).map(({ peopleCount }) => peopleCount)).toEqual(Array(10).fill(2))
    expect(found.slice(10).map(({ peopleCount }) => peopleCount)).toEqual(Array(40).fill(1))
  })

  it('refuse a place that nobody gave out', async () => {
    const ann = await member()
    for (const cursor of ['x', Buffer.from('{}').toString('base64url'), 'WzEsMl0'])
      expect(await app.get(`/api/notifications?cursor=${cursor}`, { as: ann })).toMatchObject({
        status: 400,
        body: { error: 'bad_cursor' },
      })
  })
})

describe('GET /feed', () => {
  it('shows what those one follows did, of before the follow too, with the viewer’s marks', async () => {
    const [ann, bob, eve] = [await member(), await member(), await member()]
    const saved = await dish(bob, { createdAt: new Date(Date.now() - 5 * day) })
    await dish(eve)
    await follow(ann, bob.id)
    await upvote(ann, saved.id)
    const { body } = await app.get('/api/feed', { as: ann })
    expect(body).toMatchObject({
      cursor: null,
      items: [
        {
          kind: 'followed-yolo',
          people: [{ userId: bob.id, userName: bob.name }],
          item: { id: saved.id, upvoted: true, canUpvote: false },
        },
      ],
    })
    // Switching off notifications about followed members doesn't change the feed.
    await app.put('/api/notification-settings', { followed: false }, { as: ann })
    expect((await app.get('/api/feed', { as: ann })).body.items).toHaveLength(1)
    await app.post('/api/follow/block', { userId: bob.id }, { as: ann })
    expect((await app.get('/api/feed', { as: ann })).body.items).toEqual([])
  })
})
