import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { operatorActor } from '#domain/audit.ts'
import { holdMembers } from '#domain/holds.ts'
import { specialUserId } from '#domain/vocabulary/roles.ts'
import { makeContest } from '#features/contests/contests.testing.ts'
import { photoClient } from '#features/photos/photos.testing.ts'
import { joined } from '#features/trust/trust.testing.ts'
import { transact } from '#platform/server/database/database.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { countRowsByStatement } from '#platform/testing/database/rows-by-statement.ts'
import { untilWaitingForLock } from '#platform/testing/held.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import type { Person } from '#platform/testing/people.ts'
import { deleteSubject } from './server.ts'

const burgers = 3
let app: TestApp
let admin: Person
beforeAll(async () => {
  app = await testApp()
  admin = await app.member({ id: 7 })
})
afterEach(async () => {
  expect(await violatedInvariants(app.database)).toEqual([])
})

const put = (path: string, body: object) => app.put(`/api${path}`, body, { as: admin })

/** Saves an item as another member's favorite. */
async function save(item: number, user: number, slot: number | null, description = '') {
  const { id } = await app.database
    .insertInto('yolos')
    .values({ user_id: user, item_id: item, category_id: burgers, slot, description })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

test('thousands of favorites of a dish come back by the same few statements', async () => {
  const { id: restaurant } = await app.restaurant()
  const by = (await app.member()).id
  const { id } = await app.item({ restaurant, category: burgers, by })
  for (const user of await joined(
    app,
    Array.from({ length: 30 }, () => new Date()),
  ))
    await save(id, user, 1)
  const brought = await countRowsByStatement(app.database, 'delete', 'deleted_yolos')
  await put('/items/delete', { itemId: id })
  const { body } = await put('/items/restore', { itemId: id })
  expect(body.yolos).toEqual({ restored: 31, left: 0 })
  expect(await brought()).toEqual({ all: 31, most: 31 })
})

test('each favorite comes back by its own member’s rules', async () => {
  await makeContest(app, admin)
  const [{ id: gone }, { id: other }] = [await app.restaurant(), await app.restaurant()]
  const member = async (wanted = {}) => (await app.member(wanted)).id
  const ann = await app.member()
  const pie = await app.item({
    restaurant: gone,
    category: burgers,
    by: ann.id,
    description: 'Flaky.',
    tags: [35],
  })
  const [cake, tart] = [
    await app.item({ restaurant: gone, category: burgers, by: await member() }),
    await app.item({ restaurant: gone, category: burgers, by: await member() }),
  ]
  const photo = await photoClient(app).add(pie.yoloId, ann)

  const elsewhere = (by: number, description = '') =>
    app.item({ restaurant: other, category: burgers, by, description })
  const back = [pie.yoloId, cake.yoloId, tart.yoloId]
  const left: number[] = []
  // Whose three places are filled.
  const full = await member()
  left.push(await save(pie.id, full, 1))
  // Who has one place left for two: the older one gets it.
  const short = await member()
  back.push(await save(pie.id, short, 1))
  left.push(await save(cake.id, short, 2))
  // Who has two left, and not the first one.
  const between = await member()
  back.push(await save(pie.id, between, 2), await save(cake.id, between, 3))
  // Unverified members have one favorite.
  const [fresh, freshElsewhere] = [
    await member({ verified: false }),
    await member({ verified: false }),
  ]
  back.push(await save(pie.id, fresh, 1))
  left.push(await save(cake.id, fresh, 2), await save(pie.id, freshElsewhere, 1))
  const held = await member()
  const ofHeld = await save(pie.id, held, 1)
  back.push(ofHeld)
  // User 20 has no quota.
  const special = await member({ id: specialUserId })
  for (const { id } of [pie, cake, tart]) back.push(await save(id, special, null))
  // A text that was taken down elsewhere meanwhile stays away; another one of that member doesn't.
  const rude = await member()
  left.push(await save(pie.id, rude, 1, 'Rude words.'))
  back.push(await save(cake.id, rude, 2, 'Kind words.'))
  // What was reported meanwhile at another favorite is reported here, too.
  const odd = await member()
  const reported = await save(tart.id, odd, 1, 'Odd words.')
  back.push(reported)

  await put('/restaurant/delete', { restaurantId: gone })
  for (let n = 0; n < 3; n++) await elsewhere(full)
  for (let n = 0; n < 2; n++) await elsewhere(short)
  await elsewhere(between)
  await elsewhere(freshElsewhere)
  for (let n = 0; n < 3; n++) await save((await elsewhere(ann.id)).id, special, null)
  await app.database.deleteFrom('yolos').where('user_id', '=', ann.id).execute()
  await transact(app.database, (tx) =>
    holdMembers(tx, { members: [held], reason: 'One of many.', by: 'rule', now: new Date() }),
  )
  const { yoloId: rudeElsewhere } = await elsewhere(rude, 'Rude words')
  const down = { kind: 'text', id: rudeElsewhere, word: 'Please be kind.' }
  expect((await app.post('/api/takedowns', down, { as: admin })).status).toBe(200)
  const { yoloId: oddElsewhere } = await elsewhere(odd, 'Odd words')
  const report = { kind: 'text', id: oddElsewhere, reason: 'offensive' }
  expect((await app.post('/api/abuse-reports', report, { as: ann })).status).toBe(200)

  const { body } = await put('/restaurant/restore', { restaurantId: gone })
  expect(body.yolos).toEqual({ restored: back.length, left: left.length })
  const { rows } = await sql<{ id: number; counted: boolean }>`
    select y.id, y.counted from yolos y join items i on i.id = y.item_id
     where i.restaurant_id = ${gone} order by y.id`.execute(app.database)
  expect(rows.map(({ id }) => id)).toEqual(back.toSorted((a, b) => a - b))
  expect(rows.filter(({ counted }) => !counted).map(({ id }) => id)).toEqual([ofHeld])
  const [card] = (await app.get('/api/my-page', { as: ann })).body.items
  expect(card).toMatchObject({
    yolos: [{ description: 'Flaky.', yoloTags: [{ tagId: 35 }] }],
    photo: { image: photo },
  })
  const reports = await app.database
    .selectFrom('abuse_reports')
    .select('yolo_id')
    .where('member_id', '=', odd)
    .orderBy('id')
    .execute()
  expect(reports.map(({ yolo_id }) => yolo_id)).toEqual([oddElsewhere, reported])
})

test('of two favorites of a dish that a member once had, the older one comes back', async () => {
  const { id: restaurant } = await app.restaurant()
  const [ann, bob] = [(await app.member()).id, (await app.member()).id]
  const { id, yoloId } = await app.item({ restaurant, category: burgers, by: ann })
  await save(id, bob, 1)
  await put('/items/delete', { itemId: id })
  const others: number[] = []
  for (let n = 0; n < 3; n++)
    others.push((await app.item({ restaurant, category: burgers, by: ann })).yoloId)
  expect((await put('/items/restore', { itemId: id })).body.yolos).toEqual({ restored: 1, left: 1 })
  await app.database.deleteFrom('yolos').where('id', 'in', others).execute()
  await save(id, ann, 1)
  await put('/items/delete', { itemId: id })
  expect((await put('/items/restore', { itemId: id })).body.yolos).toEqual({ restored: 2, left: 1 })
  const own = await app.database
    .selectFrom('yolos')
    .select('id')
    .where('user_id', '=', ann)
    .execute()
  expect(own).toEqual([{ id: yoloId }])
})

test('a restore that waits for the deletion brings its favorites back', async () => {
  const { id: restaurant } = await app.restaurant()
  const by = (await app.member()).id
  const { id } = await app.item({ restaurant, category: burgers, by })
  const restoring = await transact(app.database, async (tx) => {
    await deleteSubject(tx, operatorActor, 'item', id, new Date())
    const asked = put('/items/restore', { itemId: id })
    await untilWaitingForLock(app, 1)
    return { asked }
  })
  expect((await restoring.asked).body.yolos).toEqual({ restored: 1, left: 0 })
})
