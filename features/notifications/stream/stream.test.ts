import { sql } from 'kysely'
import type { Readable } from 'node:stream'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { SiteEvent } from '#platform/server/events.ts'
import type { Viewer } from '#platform/server/http/handler.ts'
import { createViewerReader } from '#platform/server/auth/sessions.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { until as untilTold, untilWithin } from '#platform/testing/until.ts'
import { openStreams, pace } from './streams.server.ts'

let app: TestApp
let beside: TestApp
let place: { id: number }
beforeAll(async () => {
  app = await testApp()
  beside = await testApp({ beside: app })
  place = await app.restaurant()
})

const leaving: AbortController[] = []
afterEach(() => {
  for (const one of leaving.splice(0)) one.abort()
})

/** Opens a member's stream. `changes` counts the events that came, and `ended` is true once the server has ended it. */
async function listen(as: Person, at: TestApp) {
  const left = new AbortController()
  leaving.push(left)
  const answer = await fetch(`${at.origin}/api/notifications/stream`, {
    headers: { Authorization: `Bearer ${as.token}` },
    signal: left.signal,
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  const received = { text: '', changes: 0, ended: false }
  void (async () => {
    for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
      received.text += chunk
      received.changes = received.text.split('event: changed').length - 1
    }
    received.ended = true
  })().catch(() => {})
  return received
}

const missing = 'Nothing arrived in time.'
const until = (holds: () => boolean) => untilTold(holds, missing)
const follow = (as: Person, userId: number) =>
  app.post('/api/follow/follow-user', { userId }, { as })
const unread = async (as: Person, at: TestApp) => (await at.get('/api/follow/unread', { as })).body

describe('F16 two processes', () => {
  it('tell a new follower, an upvote, a followed member’s and a nearby yolo within two seconds, wherever it happened', async () => {
    const [ann, bob, eve, outsider] = [
      await app.member(),
      await app.member(),
      await app.member(),
      await app.member(),
    ]
    const here = await listen(ann, app)
    const there = await listen(ann, beside)
    const silent = await listen(outsider, beside)
    let told = 0
    const both = async () => {
      told++
      await untilWithin(2_000, () => here.changes >= told && there.changes >= told, missing)
      expect(await unread(ann, app)).toEqual(await unread(ann, beside))
    }
    await follow(bob, ann.id)
    await both()
    expect(await unread(ann, beside)).toEqual({ followUnread: 1, notificationUnread: 0 })

    const own = await app.item({ restaurant: place.id, category: 3, by: ann.id })
    await beside.post(`/api/items/${own.id}/upvote`, {}, { as: bob })
    await both()

    await follow(ann, bob.id)
    const { placeId } = await app.restaurant({ name: 'Live' })
    const save = (as: Person, itemName: string) =>
      app.post('/api/yolos', { placeId, categoryId: 2, itemName }, { as })
    expect((await save(bob, 'Margherita')).status).toBe(200)
    await both()

    await app.database
      .updateTable('users')
      .set({ latitude: 45, longitude: -93.2 })
      .where('id', '=', ann.id)
      .execute()
    await save(eve, 'Funghi')
    await both()
    expect(await unread(ann, beside)).toEqual({ followUnread: 1, notificationUnread: 3 })
    expect(silent.changes).toBe(0)
  })

  it('agree at once when a follow, an upvote or a whole member is taken back', async () => {
    const [ann, bob, eve] = [await app.member(), await app.member(), await app.member()]
    const own = await app.item({ restaurant: place.id, category: 3, by: ann.id })
    const created_at = new Date()
    await app.database
      .insertInto('follows')
      .values([bob, eve].map(({ id }) => ({ follower_id: id, followee_id: ann.id, created_at })))
      .execute()
    await app.database
      .insertInto('votes')
      .values({ item_id: own.id, user_id: bob.id, created_at })
      .execute()
    expect(await unread(ann, beside)).toEqual({ followUnread: 2, notificationUnread: 1 })

    const there = await listen(ann, beside)
    await until(() => there.text !== '')
    let told = 0
    const fallen = async (followUnread: number, notificationUnread: number) => {
      told++
      await untilWithin(2_000, () => there.changes >= told, missing)
      expect(await unread(ann, beside)).toEqual({ followUnread, notificationUnread })
    }
    await app.post(`/api/items/${own.id}/removeUpvote`, {}, { as: bob })
    await fallen(2, 0)
    await app.delete('/api/follow/un-follow-user', { userId: ann.id }, { as: bob })
    await fallen(1, 0)
    await app.post('/api/follow/block', { userId: eve.id }, { as: ann })
    await fallen(0, 0)
  })

  it('show on one device what was read on the other', async () => {
    const [ann, bob] = [await app.member(), await app.member()]
    await follow(bob, ann.id)
    const other = await listen(ann, beside)
    await until(() => other.text !== '')
    await app.post('/api/follow/update-last-read', {}, { as: ann })
    await until(() => other.changes >= 1)
    expect(await unread(ann, beside)).toEqual({ followUnread: 0, notificationUnread: 0 })
  })

  it('go on after the connection between them broke', async () => {
    const ann = await app.member()
    const there = await listen(ann, beside)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
               where application_name = 'yolo-events' and datname = current_database()`.execute(
      app.database,
    )
    // Events may have been missed, so every listener is notified after the processes are connected again.
    await until(() => there.changes === 1)
    const listening = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from pg_stat_activity
         where application_name = 'yolo-events' and datname = current_database() and query like 'listen%'`.execute(
        app.database,
      )
      return rows[0]?.count
    }
    await expect.poll(listening).toBe(2)
    await follow(await app.member(), ann.id)
    await until(() => there.changes >= 2)
  })
})

describe('a stream', () => {
  it('is for members alone', async () => {
    expect((await app.get('/api/notifications/stream')).status).toBe(401)
  })

  it('beats, and ends with its session', async () => {
    const streams = openStreams(app.services, { ...pace, heartbeat: 100 })
    const ann = await app.member()
    const viewer = (await createViewerReader(app.database, app.services.clock)(ann.token)) as Viewer
    const body = streams.open(viewer, new AbortController().signal).body as Readable
    let text = ''
    let ended = false
    body.on('data', (chunk) => (text += String(chunk))).on('end', () => (ended = true))
    await until(() => text.split(':\n\n').length > 2)
    expect(ended).toBe(false)
    await app.post('/api/logout', {}, { as: ann })
    await until(() => ended)
  })

  it('of a client that left while it was opened is closed', async () => {
    const streams = openStreams(app.services)
    const ann = await app.member()
    const viewer = (await createViewerReader(app.database, app.services.clock)(ann.token)) as Viewer
    expect(streams.open(viewer, AbortSignal.abort()).body).toMatchObject({ destroyed: true })
  })

  it('of a ninth window ends the first', async () => {
    const ann = await app.member()
    const first = await listen(ann, app)
    const others = []
    for (let n = 0; n < 8; n++) others.push(await listen(ann, app))
    await until(() => first.ended)
    expect(others.map(({ ended }) => ended)).toEqual(Array(8).fill(false))
  })

  it('of a member is one of eight, also where many are opened at once', async () => {
    const ann = await app.member()
    const all = await Promise.all(Array.from({ length: 30 }, () => listen(ann, app)))
    const open = () => all.filter(({ ended }) => !ended).length
    await until(() => open() <= 8)
    expect(open()).toBe(8)
  })

  it.each([
    ['unverified', 'email_verified_at', null],
    ['held', 'held_at', new Date()],
  ] as const)('says nothing of what somebody %s does', async (_, column, to) => {
    const [ann, bob, eve] = [await app.member(), await app.member(), await app.member()]
    await app.database
      .updateTable('users')
      .set({ latitude: 45, longitude: -93.2 })
      .where('id', '=', ann.id)
      .execute()
    const own = await app.item({ restaurant: place.id, category: 3, by: ann.id })
    await follow(ann, eve.id)
    await app.database
      .updateTable('users')
      .set({ [column]: to })
      .where('id', '=', eve.id)
      .execute()
    const [near, other] = [await listen(ann, app), await listen(bob, app)]
    await until(() => near.text !== '' && other.text !== '')
    const { placeId } = await app.restaurant({ name: 'Quiet' })
    const as = { as: eve }
    expect((await follow(eve, ann.id)).status).toBe(200)
    expect((await app.post(`/api/items/${own.id}/upvote`, {}, as)).status).toBe(200)
    const saved = await app.post('/api/yolos', { placeId, categoryId: 2, itemName: 'Bianca' }, as)
    expect(saved.status).toBe(200)
    // Events are told in their order, so what comes last has told all before it.
    await follow(await app.member(), bob.id)
    await until(() => other.changes === 1)
    expect(near.changes).toBe(0)
  })

  it('says nothing of an upvote to an unverified follower, who isn’t shown it', async () => {
    const [eve, bob, maya] = [
      await app.member({ verified: false }),
      await app.member(),
      await app.member(),
    ]
    for (const as of [eve, bob]) await follow(as, maya.id)
    const { id } = await app.item({
      restaurant: place.id,
      category: 3,
      by: (await app.member()).id,
    })
    const [unverified, other] = [await listen(eve, app), await listen(bob, app)]
    await until(() => unverified.text !== '' && other.text !== '')
    await app.post(`/api/items/${id}/upvote`, {}, { as: maya })
    await until(() => other.changes === 1)
    const { placeId } = await app.restaurant({ name: 'Seen' })
    const saved = { placeId, categoryId: 2, itemName: 'Rossa' }
    await app.post('/api/yolos', saved, { as: maya })
    await until(() => other.changes === 2)
    await until(() => unverified.changes > 0)
    expect(unverified.changes).toBe(1)
  })

  it('says at once that something changed, and then now and then, however much does', async () => {
    let hear: (events: SiteEvent[]) => void = () => {}
    const events = {
      ...app.services.events,
      subscribe: (by: typeof hear) => ((hear = by), () => {}),
    }
    const streams = openStreams({ ...app.services, events }, { ...pace, every: 500 })
    const open = async () => {
      const { id, token } = await app.member()
      const viewer = await createViewerReader(app.database, app.services.clock)(token)
      const body = streams.open(viewer!, new AbortController().signal).body as Readable
      const received = { id, changes: 0 }
      body.on(
        'data',
        (chunk) => (received.changes += String(chunk).split('event: changed').length - 1),
      )
      return received
    }
    const [ann, bob] = [await open(), await open()]
    const read = ({ id: memberId }: { id: number }) => hear([{ kind: 'read', memberId }])
    for (let n = 0; n < 50; n++) read(ann)
    read(bob)
    await until(() => bob.changes === 1)
    expect(ann.changes).toBe(pace.atOnce)
    // What came meanwhile is told once.
    await until(() => ann.changes > pace.atOnce)
    read(ann)
    read(bob)
    await until(() => bob.changes === 2)
    expect(ann.changes).toBe(pace.atOnce + 1)
  })

  it('and what a window asks by itself draw on no budget of the address', async () => {
    const limited = await testApp({ beside: app, rateLimits: true })
    const ann = await app.member()
    const left = async () =>
      Number(
        (await limited.get('/api/notifications', { as: ann })).headers.get('ratelimit-remaining'),
      )
    const before = await left()
    for (let n = 0; n < 5; n++) await limited.get('/api/follow/unread', { as: ann })
    await listen(ann, limited)
    expect(await left()).toBe(before - 1)
  })

  it('F10 doesn’t hold up the end of its process', async () => {
    const third = await testApp({ beside: app })
    const ann = await app.member()
    const stream = await listen(ann, third)
    const begun = Date.now()
    await third.close()
    expect(Date.now() - begun).toBeLessThan(10_000)
    await until(() => stream.ended)
  })
})
