import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openSession } from '#platform/server/auth/sessions.ts'
import { transact } from '#platform/server/database/database.ts'
import { removeYolos } from './remove.server.ts'
import { queues } from './restore.server.ts'
import { photoClient } from '#features/photos/photos.testing.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import { makePhoto } from '#platform/testing/photos.ts'
import type { Person } from '#platform/testing/people.ts'

let app: TestApp
let place: { id: number; placeId: string }
const burgers = 3

beforeAll(async () => {
  app = await testApp()
})
afterEach(async () => {
  app.clock.set(null)
  expect(await violatedInvariants(app.database)).toEqual([])
})

async function mine() {
  place = await app.restaurant()
  const as = await app.member()
  const item = await app.item({
    restaurant: place.id,
    category: burgers,
    by: as.id,
    tags: [35, 37],
    description: 'Crisp at the edge.',
  })
  return { as, ...item }
}
const save = (as: Person, itemName: string) =>
  app.post('/api/yolos', { placeId: place.placeId, categoryId: burgers, itemName }, { as })
const remove = (as: Person, yoloId: number) => app.delete(`/api/yolos/delete/${yoloId}`, {}, { as })
const restore = (as: Person, yoloId: number) => app.post(`/api/yolos/${yoloId}/restore`, {}, { as })
const shownAt = async (as: Person) => (await app.get('/api/my-page', { as })).body.items

describe('POST /yolos/{yoloId}/restore', () => {
  it('brings back the yolo itself, with its text, tags and photo', async () => {
    const photos = photoClient(app)
    const { as, id, yoloId } = await mine()
    const { body: photo } = await photos.upload(yoloId, await makePhoto(), as)
    const before = await shownAt(as)
    await remove(as, yoloId)
    expect(await shownAt(as)).toEqual([])
    // A sweep spares the photo while the yolo can be restored.
    await photos.sweep()
    // The member upvotes the item meanwhile. Restoring withdraws the vote, because a favorite counts by itself.
    await app.post('/api/yolos', { itemId: id, categoryId: burgers }, { as: await app.member() })
    expect((await app.post(`/api/items/${id}/upvote`, {}, { as })).body.upvoteCount).toBe(1)
    const { status, body } = await restore(as, yoloId)
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        id: yoloId,
        itemId: id,
        description: 'Crisp at the edge.',
        yoloTags: [{ tagId: 35 }, { tagId: 37 }],
      }),
    ])
    const [card] = await shownAt(as)
    // Who saved meanwhile is the first here now.
    const [{ firstHere, ...yolo }] = before[0].yolos
    expect(firstHere).toBe(true)
    expect(card).toMatchObject({ ...before[0], yolos: [yolo], yoloCount: 2 })
    expect(card.photo.image).toBe(photo.image)
    expect((await photos.image(photo.image)).status).toBe(200)
  })

  it('is answered again where the answer was lost, to who may change it', async () => {
    const { as, yoloId } = await mine()
    await remove(as, yoloId)
    const { body } = await restore(as, yoloId)
    const again = await restore(as, yoloId)
    expect([again.status, again.body]).toEqual([200, { ...body, restored: false }])
    expect((await restore(await app.member(), yoloId)).body.error).toBe('yolo_not_found')
    expect(await shownAt(as)).toHaveLength(1)
  })

  it('is refused once the restaurant is deleted, where nobody would see the yolo', async () => {
    const { as, yoloId } = await mine()
    await remove(as, yoloId)
    const admin = await app.member({ id: 7 })
    await app.put('/api/restaurant/delete', { restaurantId: place.id }, { as: admin })
    const { status, body } = await restore(as, yoloId)
    expect([status, body.error]).toEqual([409, 'restaurant_gone'])
    await app.put('/api/restaurant/restore', { restaurantId: place.id }, { as: admin })
    expect((await restore(as, yoloId)).status).toBe(200)
  })

  it('keeps the quota and one yolo per item, thirty at once too', async () => {
    const { as, id, yoloId } = await mine()
    await save(as, 'Two')
    await save(as, 'Three')
    await remove(as, yoloId)
    const four = (await save(as, 'Four')).body
    const refused = await restore(as, yoloId)
    expect([refused.status, refused.body.message]).toEqual([409, 'Quota of 3 filled'])
    await remove(as, four.id)
    const tries = await Promise.all(
      Array.from({ length: 15 }, () => [restore(as, yoloId), restore(as, four.id)]).flat(),
    )
    const back = tries.filter(({ status }) => status === 200).map(({ body }) => body.id)
    expect(new Set(back).size).toBe(1)
    const kept = await shownAt(as)
    expect(kept).toHaveLength(3)

    const [out] = kept.filter((card: { itemName: string }) => card.itemName === 'Two')
    await remove(as, out.yolos[0].id)
    if (kept.some((card: { id: number }) => card.id === id)) await remove(as, yoloId)
    else await remove(as, four.id)
    await save(as, 'Two')
    expect((await restore(as, out.yolos[0].id)).body.error).toBe('already_yours')
  })

  it('is for who deleted it, and for ten minutes', async () => {
    const { as, yoloId } = await mine()
    await remove(as, yoloId)
    expect((await restore(await app.member(), yoloId)).status).toBe(403)
    app.clock.set(new Date(Date.now() + 11 * 60_000))
    expect((await restore(as, yoloId)).body.error).toBe('yolo_not_found')
    app.clock.set(null)

    const other = await mine()
    const admin = await app.member({ id: 6 })
    await remove(admin, other.yoloId)
    expect((await restore(other.as, other.yoloId)).status).toBe(403)
    // The second time, where the answer was lost, changes nothing.
    for (const _ of [1, 2])
      expect((await restore(admin, other.yoloId)).body.userName).toBe(other.as.name)
    const audit = await app.database
      .selectFrom('audit')
      .select(['actor_id', 'action'])
      .where('subject', '=', `yolo ${other.yoloId}`)
      .orderBy('id')
      .execute()
    expect(audit).toEqual([
      { actor_id: 6, action: 'yolo.delete' },
      { actor_id: 6, action: 'yolo.restore' },
    ])
  })

  it('nothing of it is left after that', async () => {
    const photos = photoClient(app)
    const { as, yoloId } = await mine()
    const { body } = await photos.upload(yoloId, await makePhoto(), as)
    await remove(as, yoloId)
    app.clock.set(new Date(Date.now() + 11 * 60_000))
    await photos.sweep()
    expect(await photos.files(body.image)).toEqual([])
    const sweep = queues(app.services)[0]!
    await sweep.run({})
    const left = await app.database.selectFrom('deleted_yolos').selectAll().execute()
    expect(left).toEqual([])
  })

  it('nothing is left of favorites that merging made one in it', async () => {
    const photos = photoClient(app)
    const { as, id, yoloId } = await mine()
    await photos.add(yoloId, as)
    const { token } = await openSession(app.database, app.services.clock, 6, { userAgent: '' })
    for (const name of ['Second', 'Third']) {
      const { body } = await save(as, name)
      await photos.add(body.id, as)
      const merged = await app.post(
        `/api/items/${body.itemId}/merge`,
        { into: id },
        { as: { token } },
      )
      expect(merged.body.yolos).toEqual({ moved: 0, joined: 1 })
    }
    const parts = () =>
      app.database.selectFrom('merge_parts').select('photo').where('user_id', '=', as.id).execute()
    const aside = await parts()
    expect(aside.map(({ photo }) => typeof photo)).toEqual(['string', 'string'])
    await remove(as, yoloId)
    app.clock.set(new Date(Date.now() + 11 * 60_000))
    await queues(app.services)[0]!.run({})
    expect(await parts()).toEqual([])
    await photos.sweep()
    for (const { photo } of aside) expect(await photos.files(`${photo}.jpg`)).toEqual([])
  })
})

it('more favorites than a statement has parameters are deleted together', async () => {
  const { as, yoloId } = await mine()
  const many = Array.from({ length: 70_000 }, (_, n) => yoloId + n)
  await transact(app.database, (tx) => removeYolos(tx, as, many, new Date(), null))
  expect(await shownAt(as)).toEqual([])
})

describe('GET /items/{id}/editable-yolos', () => {
  it('gives the own one, and all to an admin', async () => {
    const { as, id, yoloId, name } = await mine()
    const other = await app.member()
    const { body: second } = await save(other, name)
    const seenBy = async (viewer: Person) =>
      (await app.get(`/api/items/${id}/editable-yolos`, { as: viewer })).body.map(
        (yolo: { id: number }) => yolo.id,
      )
    expect(await seenBy(as)).toEqual([yoloId])
    expect(await seenBy(other)).toEqual([second.id])
    expect(await seenBy(await app.member())).toEqual([])
    expect(await seenBy(await app.member({ id: 514 }))).toEqual([yoloId, second.id])
  })
})

describe('PUT /yolos/category', () => {
  it('brings tags along, so that a move can be taken back whole', async () => {
    const { as, yoloId } = await mine()
    const move = (categoryId: number, tags?: number[]) =>
      app.put('/api/yolos/category', { yoloId, categoryId, tags }, { as })
    expect((await move(2)).body.yoloTags).toEqual([])
    expect((await move(burgers, [23])).body.fields).toHaveProperty('tags')
    expect((await move(burgers, [37, 35, 35])).body).toMatchObject({
      categoryId: burgers,
      yoloTags: [{ tagId: 35 }, { tagId: 37 }],
    })
  })
})
