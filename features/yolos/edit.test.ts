import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import type { Person } from '#platform/testing/people.ts'

let app: TestApp
let place: { id: number; placeId: string }
const [entrees, pizza, burgers, beer, fastFood] = [1, 2, 3, 10, 14]

beforeAll(async () => {
  app = await testApp()
})
afterEach(async () => expect(await violatedInvariants(app.database)).toEqual([]))

async function mine(options: { name?: string; category?: number; tags?: number[] } = {}) {
  place = await app.restaurant()
  const as = await app.member()
  const item = await app.item({ restaurant: place.id, category: burgers, by: as.id, ...options })
  return { as, ...item }
}
const save = (as: Person, itemName: string, categoryId = burgers) =>
  app.post('/api/yolos', { placeId: place.placeId, categoryId, itemName }, { as })
const itemRow = (id: number) =>
  app.database.selectFrom('items').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const rename = (as: Person, yoloId: number, new_name: string) =>
  app.put('/api/yolo/name', { yoloId, new_name }, { as })
const move = (as: Person, yoloId: number, categoryId: number) =>
  app.put('/api/yolos/category', { yoloId, categoryId }, { as })
const upvote = async (id: number) =>
  app.post(`/api/items/${id}/upvote`, {}, { as: await app.member() })

describe('PUT /yolos', () => {
  it('changes the text, leaves it where it isn’t sent, and refuses 301 characters', async () => {
    const { as, yoloId: id } = await mine()
    const put = (change: object) => app.put('/api/yolos', { id, ...change }, { as })
    expect((await put({ description: ' Crisp. ', userId: as.id })).body).toMatchObject({
      id,
      description: 'Crisp.',
      userName: as.name,
    })
    expect((await put({ userName: 'Else' })).body).toMatchObject({
      description: 'Crisp.',
      userName: as.name,
    })
    const long = await put({ description: 'x'.repeat(301) })
    expect([long.status, long.body.fields]).toEqual([
      400,
      { description: 'At most 300 characters.' },
    ])
    expect((await put({ description: null })).body.description).toBe('')
  })

  it('S13 S37 an admin changes another’s, which is audited; nobody else does', async () => {
    const { yoloId: id } = await mine()
    const put = (as: Person) => app.put('/api/yolos', { id, description: 'Edited.' }, { as })
    expect((await put(await app.member())).status).toBe(403)
    expect((await put(await app.member({ id: 7 }))).status).toBe(200)
    const rows = app.database.selectFrom('audit').select(['action', 'actor_id'])
    expect(await rows.where('subject', '=', `yolo ${id}`).execute()).toEqual([
      { action: 'yolo.edit', actor_id: 7 },
    ])
  })
})

describe('PUT /yolo/name', () => {
  it('renames the dish where nobody else is on it', async () => {
    const { as, id, yoloId } = await mine({ name: 'Old' })
    expect((await rename(as, yoloId, ' New  Name ')).body).toMatchObject({
      itemId: id,
      itemName: 'New Name',
    })
    expect((await rename(as, yoloId, 'NEW NAME')).body.itemName).toBe('NEW NAME')
    expect((await rename(as, yoloId, ' ')).status).toBe(400)
  })

  it('moves the yolo where others are on the dish, to one of that name', async () => {
    const { as, id, yoloId } = await mine({ name: 'Shared' })
    await upvote(id)
    expect((await rename(as, yoloId, 'SHARED')).body.itemName).toBe('Shared')
    const { body } = await rename(as, yoloId, 'Another')
    expect(body.itemId).not.toBe(id)
    expect(await itemRow(id)).toMatchObject({ name: 'Shared', yolo_count: 0, vote_count: 1 })
    expect(await itemRow(body.itemId)).toMatchObject({ name: 'Another', yolo_count: 1 })
  })

  it('joins a dish of that name, and withdraws one’s vote for it', async () => {
    const { as, yoloId } = await mine({ name: 'Mine' })
    const { body: theirs } = await save(await app.member(), 'Theirs')
    await app.post(`/api/items/${theirs.itemId}/upvote`, {}, { as })
    expect((await rename(as, yoloId, 'theirs')).body).toMatchObject({
      itemId: theirs.itemId,
      itemName: 'Theirs',
    })
    const own = await save(as, 'Third')
    expect((await rename(as, own.body.id, 'Theirs')).body.error).toBe('already_yours')
  })
})

describe('PUT /yolos/category', () => {
  it('moves the dish or the yolo, without the tags of the old category', async () => {
    const { as, id, yoloId } = await mine({ category: entrees, tags: [1, 2] })
    const { body } = await move(as, yoloId, burgers)
    expect(body).toMatchObject({ itemId: id, categoryId: burgers, yoloTags: [] })
    await upvote(id)
    const moved = await move(as, yoloId, pizza)
    expect(moved.body.itemId).not.toBe(id)
    expect((await move(as, yoloId, beer)).body.fields).toHaveProperty('categoryId')
  })

  it('is refused where the category is full', async () => {
    const { as, yoloId } = await mine()
    for (const name of ['One', 'Two', 'Three']) await save(as, name, pizza)
    const { status, body } = await move(as, yoloId, pizza)
    expect([status, body.message, body.yolos.length]).toEqual([409, 'Quota of 3 filled', 3])
  })
})

describe('tags', () => {
  it('adds tags, sets the whole list, and refuses those of another category', async () => {
    const { as, yoloId } = await mine({ category: fastFood })
    const add = (tags: object[]) => app.post(`/api/add-more-tags/${yoloId}`, tags, { as })
    const put = (tags: unknown) => app.put(`/api/yolos/${yoloId}/tags`, tags as object, { as })
    expect((await add([{ tagId: 93 }, { tagId: 92 }])).body.yoloTags).toEqual([
      { tagId: 92 },
      { tagId: 93 },
    ])
    expect((await add([{ tagId: 93 }])).body.yoloTags).toHaveLength(2)
    expect((await put([123])).body.yoloTags).toEqual([{ tagId: 123 }])
    expect((await put({ tags: [{ tagId: 124 }] })).body.yoloTags).toEqual([{ tagId: 124 }])
    expect((await add([{ tagId: 1 }])).body.fields).toHaveProperty('tags')
    expect((await put([152])).status).toBe(400)
  })
})

describe('DELETE /yolos/delete/{yoloId}', () => {
  it('deletes it for good, frees its slot, and leaves others’ votes on the dish', async () => {
    const { as, id, yoloId } = await mine({ name: 'Voted' })
    await upvote(id)
    const remove = (by: Person) => app.delete(`/api/yolos/delete/${yoloId}`, {}, { as: by })
    expect((await remove(await app.member())).status).toBe(403)
    expect(await remove(as)).toMatchObject({ status: 200, body: { id: yoloId } })
    expect((await remove(as)).body.error).toBe('yolo_not_found')
    expect(await itemRow(id)).toMatchObject({ yolo_count: 0, vote_count: 1 })
    expect((await save(as, 'voted')).body.itemId).toBe(id)
  })
})

it('GET /items/{id}/editable-yolos lists one’s own, and all for an admin', async () => {
  const { as, id, yoloId } = await mine()
  const other = await app.member()
  const { body: theirs } = await app.post(
    '/api/yolos',
    { itemId: id, categoryId: burgers },
    { as: other },
  )
  const list = async (by: Person) => {
    const { body } = await app.get(`/api/items/${id}/editable-yolos`, { as: by })
    return body.map((yolo: { id: number }) => yolo.id)
  }
  expect(await list(as)).toEqual([yoloId])
  expect((await list(await app.member({ id: 6 }))).toSorted()).toEqual(
    [yoloId, theirs.id].toSorted(),
  )
  expect((await app.get('/api/items/2000000000/editable-yolos', { as })).status).toBe(404)
})
