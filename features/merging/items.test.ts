import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { photoClient } from '#features/photos/photos.testing.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import type { Person } from '#platform/testing/people.ts'
import { makePhoto } from '#platform/testing/photos.ts'

let app: TestApp
let admin: Person
const burgers = 3

beforeAll(async () => {
  app = await testApp()
  admin = await app.member({ id: 514 })
})
afterEach(async () => expect(await violatedInvariants(app.database)).toEqual([]))

type Wanted = Parameters<TestApp['item']>[0]
const pair = async (first: Partial<Wanted> = {}, second: Partial<Wanted> = {}) => {
  const place = await app.restaurant()
  const one = { restaurant: place.id, category: burgers }
  const goes = await app.item({
    ...one,
    name: 'Cheese burger',
    by: (await app.member()).id,
    ...first,
  })
  const stays = await app.item({
    ...one,
    name: 'Cheeseburger',
    by: (await app.member()).id,
    ...second,
  })
  return { place, goes, stays }
}
const merge = (id: number, into: number, as: Person = admin) =>
  app.post(`/api/items/${id}/merge`, { into }, { as })
const vote = (id: number, as: Person) => app.post(`/api/items/${id}/upvote`, {}, { as })
const cardsAt = async (place: number, as?: Person) =>
  (await app.get(`/api/restaurants/${place}`, as ? { as } : {})).body.items
const savedBy = async (member: Person) =>
  (await app.get(`/api/users/${member.id}`)).body.items.flatMap(
    (item: { yolos: object[] }) => item.yolos,
  )
async function photoOn(yoloId: number, as: Person): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([await makePhoto()], { type: 'image/jpeg' }), 'a.jpg')
  const { body } = await app.request('POST', `/api/yolo-image/${yoloId}/image/upload`, {
    as,
    body: form,
  })
  return body.image
}
const member = (verified = true) => app.member({ verified })
const audits = () =>
  app.database.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()

describe('POST /items/:id/merge', () => {
  it('brings the yolos, votes, tags and adjustments of both under one dish, and tells the audit', async () => {
    const [both, onlyFirst, onlySecond] = [await member(), await member(), await member()]
    const { place, goes, stays } = await pair(
      { tags: [35], upvotes: 4, description: 'The first' },
      { tags: [36], upvotes: -1 },
    )
    for (const id of [goes.id, stays.id]) await vote(id, both)
    await vote(goes.id, onlyFirst)
    await vote(stays.id, onlySecond)
    const { status, body } = await merge(goes.id, stays.id)
    expect(status).toBe(200)
    expect(body).toEqual({
      id: stays.id,
      itemName: 'Cheeseburger',
      upvoteCount: 6,
      yoloCount: 2,
      merge: expect.any(Number),
      yolos: { moved: 1, joined: 0 },
      votes: { moved: 1, dropped: 1 },
      reports: { moved: 0, dropped: 0 },
    })
    const cards = await cardsAt(place.id, onlyFirst)
    expect(cards).toMatchObject([{ id: stays.id, upvoteCount: 6, tags: [35, 36], upvoted: true }])
    expect(cards[0].yolos.map((yolo: { description: string }) => yolo.description)).toContain(
      'The first',
    )
    const { body: why } = await app.get(`/api/items/${goes.id}/why`)
    expect(why).toMatchObject({ id: stays.id, votes: 3, adjustment: 3 })
    expect(why.adjustments[0]).toMatchObject({ before: -1, after: 3 })
    expect(await audits()).toMatchObject({
      actor_id: 514,
      action: 'item.merge',
      subject: `item ${stays.id}`,
      before: { goes: { id: goes.id, votes: 2 }, stays: { id: stays.id, votes: 2 } },
      after: { stays: { votes: 3 }, merge: body.merge },
    })
  })

  it('joins one member’s two favourites: the older stays with the words and tags of both and the newer photo', async () => {
    const eater = await member()
    const { goes, stays } = await pair(
      { by: eater.id, description: 'It drips.', tags: [35], createdAt: new Date('2026-01-01') },
      { by: eater.id, description: 'Ask for two.', tags: [36], createdAt: new Date('2026-02-01') },
    )
    const old = await photoOn(goes.yoloId, eater)
    const newer = await photoOn(stays.yoloId, eater)
    await vote(stays.id, await member())
    expect((await merge(goes.id, stays.id)).body.yolos).toEqual({ moved: 1, joined: 1 })
    expect(await savedBy(eater)).toMatchObject([
      {
        id: goes.yoloId,
        description: 'It drips.\n\nAsk for two.',
        yoloTags: [{ tagId: 35 }, { tagId: 36 }],
        image: newer,
        createdAt: '2026-01-01T00:00:00.000Z',
      },
    ])
    // The files of the other photo stay, but nobody can see them and no cleanup will delete them.
    expect((await app.get(`/api/yolo-image/${old}`)).status).toBe(404)
    expect((await photoClient(app).files(old)).length).toBe(7)
    expect(await app.database.selectFrom('stray_photos').selectAll().execute()).toEqual([])
    // The joined favorite takes only one place in the quota.
    const { body } = await app.get('/api/user-categories', { as: eater })
    expect(body.find(({ id }: { id: number }) => id === burgers).counter).toBe(1)
    // If the member is deleted, all photo files that were stored for them are due for deletion.
    await app.database.deleteFrom('users').where('id', '=', eater.id).execute()
    const strays = await app.database.selectFrom('stray_photos').select('name').execute()
    expect(strays.map(({ name }) => `${name}.jpg`).sort()).toEqual([old, newer].sort())
    await app.database.deleteFrom('stray_photos').execute()
  })

  it.each([
    ['', 'Only here', 'Only here'],
    ['Only there', '', 'Only there'],
    ['The same', 'The same', 'The same'],
    ['So good', 'So good, so crisp', 'So good, so crisp'],
    ['a'.repeat(200), 'b'.repeat(200), 'b'.repeat(200)],
  ])('of the words %j and %j keeps %j', async (older, newer, kept) => {
    const eater = await member()
    const { goes, stays } = await pair(
      { by: eater.id, description: newer, createdAt: new Date('2026-02-01') },
      { by: eater.id, description: older, createdAt: new Date('2026-01-01') },
    )
    await merge(goes.id, stays.id)
    expect(await savedBy(eater)).toMatchObject([{ id: stays.yoloId, description: kept }])
  })

  it('brings nothing to light that was taken down, and keeps what was reported', async () => {
    const eater = await member()
    const { goes, stays, place } = await pair(
      { by: eater.id, description: 'Rude words', createdAt: new Date('2026-02-01') },
      { by: eater.id, description: 'Kind words', createdAt: new Date('2026-01-01') },
    )
    const reporter = await member()
    const thing = { kind: 'text', id: goes.yoloId }
    const report = { ...thing, reason: 'offensive' }
    expect((await app.post('/api/abuse-reports', report, { as: reporter })).status).toBe(200)
    const down = await app.post('/api/takedowns', { ...thing, word: 'Rude.' }, { as: admin })
    expect(down.status).toBe(200)
    await merge(goes.id, stays.id)
    expect(JSON.stringify(await cardsAt(place.id))).not.toMatch(/words/)
    const takedowns = await app.database.selectFrom('takedowns').select('yolo_id').execute()
    expect(takedowns).toEqual([{ yolo_id: stays.yoloId }])
    const reports = await app.database.selectFrom('abuse_reports').select('yolo_id').execute()
    expect(reports).toEqual([{ yolo_id: stays.yoloId }])
  })

  it('keeps a member’s reports of both texts that it joins', async () => {
    const eater = await member()
    const { goes, stays } = await pair(
      { by: eater.id, description: 'Rude words.', createdAt: new Date('2026-01-01') },
      { by: eater.id, description: 'More of them.', createdAt: new Date('2026-02-01') },
    )
    const reporter = await member()
    for (const { yoloId: id } of [goes, stays])
      await app.post('/api/abuse-reports', { kind: 'text', id, reason: 'spam' }, { as: reporter })
    await merge(goes.id, stays.id)
    const reports = app.database.selectFrom('abuse_reports').where('member_id', '=', eater.id)
    expect(await reports.select(['yolo_id', 'seen']).orderBy('id').execute()).toEqual([
      { yolo_id: goes.yoloId, seen: 'Rude words.' },
      { yolo_id: goes.yoloId, seen: 'More of them.' },
    ])
  })

  it('withdraws a vote for what is its member’s own favourite now', async () => {
    const eater = await member()
    const { goes, stays, place } = await pair({ by: eater.id })
    await vote(stays.id, eater)
    expect((await merge(goes.id, stays.id)).body.votes).toEqual({ moved: 0, dropped: 1 })
    expect(await cardsAt(place.id, eater)).toMatchObject([
      { upvoteCount: 0, used: true, upvoted: false, canUpvote: false },
    ])
  })

  it('counts a member’s report once, and hides at five verified of both together', async () => {
    const { goes, stays, place } = await pair()
    const report = (id: number, as: Person) => app.post(`/api/items/${id}/expired`, {}, { as })
    const twice = await member()
    for (const id of [goes.id, stays.id]) await report(id, twice)
    for (let count = 0; count < 2; count++) await report(goes.id, await member())
    await report(goes.id, await member(false))
    await report(stays.id, await member())
    expect((await merge(goes.id, stays.id)).body.reports).toEqual({ moved: 3, dropped: 1 })
    expect(await cardsAt(place.id)).toHaveLength(1)
    // The old id leads to the item that stayed.
    await report(goes.id, await member())
    expect(await cardsAt(place.id)).toEqual([])
  })

  it('leads from the old number and the old name to the dish that stayed, until that is named again', async () => {
    const voter = await member()
    const { goes, stays, place } = await pair()
    await merge(goes.id, stays.id)
    expect((await vote(goes.id, voter)).body).toMatchObject({ id: stays.id, upvoteCount: 1 })
    const taken = await app.post(`/api/items/${goes.id}/removeUpvote`, {}, { as: voter })
    expect(taken.body).toMatchObject({ id: stays.id, upvoteCount: 0 })
    const asked = new URLSearchParams({ placeId: place.placeId, itemName: 'CHEESE BURGER' })
    expect((await app.get(`/api/restaurant-items?${asked}`)).body).toMatchObject({
      error: 'item_exists',
      item: { id: stays.id },
    })
    const save = async (more: object) =>
      (await app.post('/api/yolos', { categoryId: burgers, ...more }, { as: await member() })).body
    expect(await save({ itemId: goes.id })).toMatchObject({ itemId: stays.id })
    const byName = { placeId: place.placeId, itemName: 'Cheese Burger' }
    expect(await save(byName)).toMatchObject({ itemId: stays.id, itemName: 'Cheeseburger' })

    const last = await app.item({
      restaurant: place.id,
      category: burgers,
      by: (await member()).id,
      name: 'The burger',
    })
    await merge(stays.id, last.id)
    expect(await save({ itemId: goes.id })).toMatchObject({ itemId: last.id })
    expect(await save(byName)).toMatchObject({ itemId: last.id })
    await app.database
      .updateTable('items')
      .set({ name: 'Fish', name_key: 'fish' })
      .where('id', '=', last.id)
      .execute()
    expect((await save(byName)).itemId).not.toBe(last.id)
    expect(await save({ itemId: goes.id })).toMatchObject({ itemId: last.id })
  })

  it('refuses what can’t be one: another restaurant, another category, itself, what is gone', async () => {
    const { goes, stays, place } = await pair()
    const by = (await member()).id
    const pizza = await app.item({ restaurant: place.id, category: 2, by })
    const elsewhere = await pair()
    const refused = async (id: number, into: number) => {
      const { status, body } = await merge(id, into)
      return [status, body.error]
    }
    expect(await refused(goes.id, pizza.id)).toEqual([409, 'categories_differ'])
    expect(await refused(goes.id, elsewhere.stays.id)).toEqual([409, 'other_restaurant'])
    expect(await refused(goes.id, goes.id)).toEqual([400, 'bad_input'])
    expect(await refused(goes.id, 2_000_000_000)).toEqual([404, 'item_not_found'])
    await merge(goes.id, stays.id)
    expect(await refused(goes.id, stays.id)).toEqual([404, 'item_not_found'])
    expect(await refused(stays.id, goes.id)).toEqual([404, 'item_not_found'])
  })

  it('F8 loses no save, vote, report or edit that crosses it', async () => {
    const eaters = await Promise.all(Array.from({ length: 6 }, () => member()))
    const { goes, stays, place } = await pair({ by: eaters[0]!.id }, { by: eaters[0]!.id })
    const yolos: number[] = []
    for (const eater of eaters.slice(1)) {
      const { body } = await app.post(
        '/api/yolos',
        { itemId: goes.id, categoryId: burgers, description: 'Before' },
        { as: eater },
      )
      yolos.push(body.id)
    }
    const crowd = await Promise.all(Array.from({ length: 24 }, () => member()))
    const save = (as: Person, what: object) =>
      app.post(
        '/api/yolos',
        { placeId: place.placeId, categoryId: burgers, description: 'Meanwhile', ...what },
        { as },
      )
    const acts = [
      ...crowd.slice(0, 8).map((as, at) => vote(at % 2 ? goes.id : stays.id, as)),
      ...crowd.slice(8, 12).map((as) => save(as, { itemName: 'Cheese burger' })),
      ...crowd.slice(12, 16).map((as) => save(as, { itemId: goes.id })),
      ...crowd.slice(16, 20).map((as) => save(as, { itemId: stays.id })),
      ...crowd.slice(20).map((as) => app.post(`/api/items/${goes.id}/expired`, {}, { as })),
      merge(goes.id, stays.id),
      ...yolos.map((id, at) =>
        app.put('/api/yolos', { id, description: `After ${at}` }, { as: eaters[at + 1]! }),
      ),
    ]
    const answers = await Promise.all(acts)
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(
      answers.map(() => [200, undefined]),
    )
    expect(await cardsAt(place.id)).toMatchObject([
      { id: stays.id, upvoteCount: 8, yoloCount: 6 + 12 },
    ])
    const { rows } = await sql<{ reports: number; texts: number }>`
      select (select count(*)::int from item_reports where item_id = ${stays.id}) as reports,
             (select count(*)::int from yolos where item_id = ${stays.id} and description like 'After %') as texts`.execute(
      app.database,
    )
    expect(rows).toEqual([{ reports: 4, texts: 5 }])
  })
})

it('every table that names a yolo, an item or a restaurant is one that a merging knows', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and column_name ~ '^(yolo|item|restaurant)_id$'
    union
    select conrelid::regclass || ' → ' || confrelid::regclass from pg_constraint
     where contype = 'f' and confrelid in ('yolos'::regclass, 'items'::regclass, 'restaurants'::regclass)
     order by 1`.execute(app.database)
  expect(rows.map(({ name }) => name)).toEqual([
    'abuse_reports.yolo_id',
    'adjustments → items',
    'adjustments.item_id',
    // A contest entry refers to its yolo, which has the same id after it moves.
    'contest_entries.yolo_id',
    'deleted_yolos → items',
    'deleted_yolos.item_id',
    // The first favorite of a city is another one of its member after their two were joined.
    'first_dishes.yolo_id',
    // A change that waits for an operator, of the restaurant to which the id of its source leads.
    'held_changes → restaurants',
    'held_changes.restaurant_id',
    // Built again from what the item shows after the merging.
    'item_cards.item_id',
    // Says that an item changed, even if the item is gone.
    'item_changes.item_id',
    'item_reports → items',
    'item_reports.item_id',
    // Triggers build it from the names of the item and its restaurant.
    'item_words → items',
    'item_words.item_id',
    'items → items',
    'items → restaurants',
    'items.restaurant_id',
    // A weighing computes it again each night from where the dishes are then.
    'member_acts → restaurants',
    'merge_parts.yolo_id',
    // A pair of which one was merged is in no list. It is there again if the merging is undone.
    'near_same_items → items',
    'near_same_items.item_id',
    'photos → yolos',
    'photos.item_id',
    'photos.yolo_id',
    // A correction is about the page of that restaurant. It is open again if the merging is undone.
    'restaurant_corrections → restaurants',
    'restaurant_corrections.restaurant_id',
    'restaurant_reports → restaurants',
    'restaurant_reports.restaurant_id',
    'restaurant_usual → restaurants',
    'restaurant_usual.restaurant_id',
    'restaurants → restaurants',
    // A cluster (`suspects`) still refers to the restaurant for which it came, whose row stays and leads to the other.
    // Closures (`source_closures`) refer to the row of the source, merged or not, and count for the restaurant to which
    // that leads.
    'source_closures → restaurants',
    'suspects → restaurants',
    'suspects.restaurant_id',
    'takedowns.yolo_id',
    // Says since when an item has no yolo. The job that reads it passes over merged items.
    'unsaved_items.item_id',
    'votes → items',
    'votes.item_id',
    // A view of votes.
    'votes_of_week.item_id',
    // Says what a member once voted for, of which only their clusters are judged, and their later vote for that item.
    'withdrawn_votes.item_id',
    'yolo_tags → yolos',
    'yolo_tags.yolo_id',
    'yolos → items',
    'yolos.item_id',
  ])
})
