import { beforeAll, describe, expect, it } from 'vitest'
import { photoClient } from '#features/photos/photos.testing.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

/** Creates a dish whose only yolo has a text and, if requested, a photo. */
async function dish({ photo = false, description = 'Rude words.' } = {}) {
  const { id: restaurant } = await app.restaurant()
  const owner = await app.member()
  const made = await app.item({ restaurant, category: 3, by: owner.id, description })
  const image = photo ? await photoClient(app).add(made.yoloId, owner) : ''
  return { restaurant, owner, image, itemId: made.id, yoloId: made.yoloId, name: made.name }
}
type Dish = Awaited<ReturnType<typeof dish>>

type Kind = 'text' | 'photo' | 'member'
const report = (as: Person, kind: Kind, id: number, more: object = {}) =>
  app.post('/api/abuse-reports', { kind, id, reason: 'offensive', ...more }, { as })
const takeBack = (as: Person, kind: Kind, id: number) =>
  app.delete('/api/abuse-reports', { kind, id }, { as })

/** Returns the dish's card as the lists, the restaurant's page and the member's page show it to this viewer. */
async function cards({ restaurant, itemId, owner }: Dish, as: Person | null) {
  const of = (list: { id: number }[]) => list.find(({ id }) => id === itemId)
  const [lists, page, member] = await Promise.all([
    app.get('/api/yolos?category=3', { as }),
    app.get(`/api/restaurants/${restaurant}`, { as }),
    app.get(`/api/users/${owner.id}`, { as }),
  ])
  return [of(lists.body.top), of(page.body.items), of(member.body.items ?? [])] as any[]
}
const texts = async (of: Dish, as: Person | null) =>
  (await cards(of, as)).map((card) => card?.yolos[0]?.description)
const images = async (of: Dish, as: Person | null) =>
  (await cards(of, as)).map((card) => card?.photo?.image ?? null)

describe('a report', () => {
  it('hides a text from its reporter at once, everywhere, from nobody else, and undoing shows it again', async () => {
    const it = await dish()
    const [reporter, other] = [await app.member({ verified: false }), await app.member()]
    const before = await app.get(`/api/items/${it.itemId}/why`)
    expect((await report(reporter, 'text', it.yoloId)).body).toEqual({
      kind: 'text',
      id: it.yoloId,
      reported: true,
    })
    expect(await texts(it, reporter)).toEqual(['', '', ''])
    for (const card of await cards(it, reporter))
      expect(card.reported).toEqual([{ kind: 'text', yoloId: it.yoloId }])
    const [mark] = (await app.get(`/api/marks?items=${it.itemId}`, { as: reporter })).body
    expect(mark.yolos[0].description).toBe('')
    for (const as of [other, it.owner])
      expect(await texts(it, as)).toEqual(Array(3).fill('Rude words.'))
    // Lists for visitors are cached for a few moments.
    await expect.poll(() => texts(it, null)).toEqual(Array(3).fill('Rude words.'))
    expect((await app.get(`/api/items/${it.itemId}/why`)).body).toEqual(before.body)

    expect((await takeBack(reporter, 'text', it.yoloId)).body.reported).toBe(false)
    expect((await takeBack(reporter, 'text', it.yoloId)).status).toBe(200)
    expect(await texts(it, reporter)).toEqual(Array(3).fill('Rude words.'))
    expect((await cards(it, reporter))[0].reported).toEqual([])
  })

  it('brings the next text in its place', async () => {
    const it = await dish({ description: '' })
    const told: number[] = []
    for (const description of ['oldest', 'older', 'newer', 'newest']) {
      const by = await app.member()
      const wanted = { itemId: it.itemId, categoryId: 3, description }
      told.push((await app.post('/api/yolos', wanted, { as: by })).body.id)
    }
    const reporter = await app.member()
    const shown = async () =>
      (await cards(it, reporter))[0].yolos.map((yolo: { description: string }) => yolo.description)
    expect(await shown()).toEqual(['newest'])
    await report(reporter, 'text', told[3]!)
    expect(await shown()).toEqual(['newer', 'older', 'oldest'])
    await report(reporter, 'text', told[1]!)
    expect((await shown()).slice(0, 2)).toEqual(['newer', 'oldest'])
  })

  it('hides a photo from its reporter', async () => {
    const it = await dish({ photo: true })
    const reporter = await app.member()
    await report(reporter, 'photo', it.yoloId)
    expect(await images(it, reporter)).toEqual([null, null, null])
    expect((await cards(it, reporter))[0].yolos[0]).toMatchObject({
      image: null,
      description: 'Rude words.',
    })
    await expect.poll(() => images(it, null)).toEqual(Array(3).fill(it.image))
    await takeBack(reporter, 'photo', it.yoloId)
    expect(await images(it, reporter)).toEqual(Array(3).fill(it.image))
  })

  it('of a member hides their words, pictures, name and actions from its reporter', async () => {
    const it = await dish({ photo: true })
    const reporter = await app.member()
    const as = { as: reporter }
    await app.post('/api/follow/follow-user', { userId: it.owner.id }, as)
    await app.post('/api/follow/follow-user', { userId: reporter.id }, { as: it.owner })
    const place = await app.restaurant()
    const wanted = { placeId: place.placeId, categoryId: 2, itemName: 'Told pie' }
    await app.post('/api/yolos', wanted, { as: it.owner })
    const seen = async () => ({
      feed: (await app.get('/api/feed', as)).body.items.length,
      notices: (await app.get('/api/notifications', as)).body.items.length,
      unread: (await app.get('/api/follow/unread', as)).body.followUnread,
      followers: (await app.get('/api/follow/my-followers', as)).body.length,
      count: (await app.get('/api/follow/my-followers-count', as)).body.count,
      followings: (await app.get('/api/my-page', as)).body.followingCount,
    })
    const all = { feed: 2, notices: 2, unread: 1, followers: 1, count: 1, followings: 1 }
    expect(await seen()).toEqual(all)

    await report(reporter, 'member', it.owner.id)
    expect(await seen()).toEqual({
      feed: 0,
      notices: 0,
      unread: 0,
      followers: 0,
      count: 0,
      followings: 0,
    })
    const [list, page] = await cards(it, reporter)
    for (const card of [list, page])
      expect(card).toMatchObject({ yolos: [], photo: null, yoloCount: 1, reported: [] })
    const theirs = await app.get(`/api/users/${it.owner.id}`, as)
    expect(theirs.body).toMatchObject({ youReported: true, bio: '', avatar: null, items: [] })
    const others = await app.get(`/api/users/${it.owner.id}`)
    expect(others.body).toMatchObject({ youReported: false, followersCount: 1 })
    expect(others.body.items).toHaveLength(2)

    await takeBack(reporter, 'member', it.owner.id)
    expect(await seen()).toEqual(all)
  })

  it('F7 is written down once, however often it comes, and keeps its first reason', async () => {
    const it = await dish()
    const reporter = await app.member()
    await report(reporter, 'text', it.yoloId, {
      reason: 'spam',
      words: ' Sells things.\r\nTwice. ',
    })
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => report(reporter, 'text', it.yoloId)),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const rows = await app.database
      .selectFrom('abuse_reports')
      .select(['reason', 'words', 'seen'])
      .where('reporter_id', '=', reporter.id)
      .execute()
    expect(rows).toEqual([{ reason: 'spam', words: 'Sells things.\nTwice.', seen: 'Rude words.' }])
  })

  it('is not for oneself, nor for what is not there, and says why in the words of the list', async () => {
    const it = await dish({ photo: true })
    const bare = await dish({ description: '' })
    const reporter = await app.member()
    for (const [kind, id] of [
      ['text', it.yoloId],
      ['photo', it.yoloId],
      ['member', it.owner.id],
    ] as const)
      expect((await report(it.owner, kind, id)).body.error).toBe('not_oneself')
    for (const [kind, id] of [
      ['text', bare.yoloId],
      ['photo', bare.yoloId],
      ['text', 2_000_000_000],
      ['member', 2_000_000_000],
    ] as const)
      expect((await report(reporter, kind, id)).body.error).toBe('nothing_there')
    const refused = await report(reporter, 'text', it.yoloId, { reason: 'dull' })
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['reason']])
    const long = await report(reporter, 'text', it.yoloId, { words: 'x'.repeat(301) })
    expect(long.body.fields).toEqual({ words: 'At most 300 characters.' })
    expect((await report(reporter, 'text', it.yoloId, { words: '😀'.repeat(300) })).status).toBe(
      200,
    )
  })

  it('S10 draws on the twenty reports a day', async () => {
    const limited = await testApp({ beside: app, rateLimits: true })
    const it = await dish()
    const as = await app.member()
    await limited.post(`/api/items/${it.itemId}/expired`, {}, { as })
    const send = () =>
      limited.post('/api/abuse-reports', { kind: 'text', id: it.yoloId, reason: 'spam' }, { as })
    for (let n = 0; n < 19; n++) expect((await send()).status).toBe(200)
    expect((await send()).status).toBe(429)
  })
})
