import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import type { Person } from '#platform/testing/people.ts'

let app: TestApp
let place: { id: number; placeId: string }
const [entrees, pizza, burgers, beer] = [1, 2, 3, 10]

beforeAll(async () => {
  app = await testApp()
})
afterEach(async () => expect(await violatedInvariants(app.database)).toEqual([]))

async function mine(wanted: { name?: string; category?: number; tags?: number[] } = {}) {
  place = await app.restaurant()
  const as = await app.member()
  const item = await app.item({ restaurant: place.id, category: burgers, by: as.id, ...wanted })
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

describe('PUT /yolos', () => {
  it('changes the text, leaves it where it is not sent, and refuses 301 characters', async () => {
    const { as, yoloId: id } = await mine()
    const { body } = await app.put(
      '/api/yolos',
      { id, description: ' Crisp. ', userId: as.id },
      { as },
    )
    expect(body).toMatchObject({ id, description: 'Crisp.', userName: as.name })
    expect((await app.put('/api/yolos', { id, userName: 'Else' }, { as })).body).toMatchObject({
      description: 'Crisp.',
      userName: as.name,
    })
    const long = await app.put('/api/yolos', { id, description: 'x'.repeat(301) }, { as })
    expect([long.status, long.body.fields]).toEqual([
      400,
      { description: 'At most 300 characters.' },
    ])
    expect((await app.put('/api/yolos', { id, description: null }, { as })).body.description).toBe(
      '',
    )
  })

  it('replaces only a text that its page showed, or one that is knowingly replaced', async () => {
    const { as, yoloId: id } = await mine()
    const put = (description: string, expected?: object) =>
      app.put('/api/yolos', { id, description, expected }, { as })
    await put('Laptop words.')
    const stale = await put('Phone words.', { description: '' })
    expect([stale.status, stale.body]).toEqual([
      409,
      {
        error: 'changed_elsewhere',
        message: 'Changed elsewhere meanwhile: “Laptop words.”',
        now: { description: 'Laptop words.' },
      },
    ])
    // What stands already isn't refused: its answer may have been lost.
    expect((await put('Laptop words.', { description: '' })).status).toBe(200)
    expect((await put('Phone words.', stale.body.now)).body.description).toBe('Phone words.')
    expect((await put('', { description: 'Phone words.' })).status).toBe(200)
    expect((await put('Old.', { description: 'Phone words.' })).body.message).toBe(
      'Changed elsewhere meanwhile: it’s empty now.',
    )
  })

  it('lets one of two edits through that showed the same text', async () => {
    const { as, yoloId: id } = await mine()
    const edits = ['One.', 'Two.', 'Three.'].map((description) =>
      app.put('/api/yolos', { id, description, expected: { description: '' } }, { as }),
    )
    const answers = await Promise.all(edits)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2)
  })

  it('lets user 20 type the name shown', async () => {
    const as = await app.member({ id: 20 })
    place = await app.restaurant()
    const { body } = await save(as, 'House burger')
    const edited = await app.put('/api/yolos', { id: body.id, userName: ' Chef  Ann ' }, { as })
    expect(edited.body.userName).toBe('Chef Ann')
  })

  it('is for its owner and for admins, whose change is written down', async () => {
    const { yoloId: id } = await mine()
    const other = await app.member()
    expect((await app.put('/api/yolos', { id, description: 'Mine' }, { as: other })).status).toBe(
      403,
    )
    const admin = await app.member({ id: 7 })
    await app.put('/api/yolos', { id, description: 'Set right' }, { as: admin })
    const row = await app.database.selectFrom('audit').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      actor_id: 7,
      action: 'yolo.edit',
      subject: `yolo ${id}`,
      before: { description: '' },
      after: { description: 'Set right' },
    })
    expect((await app.put('/api/yolos', { id: 2_000_000_000 }, { as: admin })).status).toBe(404)
  })
})

describe('PUT /yolo/name', () => {
  it('renames the item itself where nobody else has a part in it', async () => {
    const { as, id, yoloId } = await mine({ name: 'Burgr' })
    const { body } = await rename(as, yoloId, ' Bacon  Burger ')
    expect(body).toMatchObject({ id: yoloId, itemId: id, itemName: 'Bacon Burger' })
    expect(await itemRow(id)).toMatchObject({ name: 'Bacon Burger', name_key: 'bacon burger' })
    expect((await rename(as, yoloId, 'BACON burger')).body.itemName).toBe('BACON burger')
    expect((await rename(as, yoloId, '\u200b')).body.fields).toHaveProperty('new_name')
  })

  it('gives another name only in place of the one that its page showed', async () => {
    const { as, yoloId } = await mine({ name: 'Burgr' })
    await rename(as, yoloId, 'Burger')
    const stale = { yoloId, new_name: 'Bürger', expected: { itemName: 'Burgr' } }
    expect((await app.put('/api/yolo/name', stale, { as })).body).toMatchObject({
      error: 'changed_elsewhere',
      now: { itemName: 'Burger' },
    })
    const known = { ...stale, expected: { itemName: 'Burger' } }
    expect((await app.put('/api/yolo/name', known, { as })).body.itemName).toBe('Bürger')
  })

  it('takes neither an admin’s adjustment nor what was said of the menu to another name', async () => {
    const { as, id, yoloId } = await mine({ name: 'Old name' })
    await app.post(`/api/items/${id}/confirm`, {}, { as })
    expect((await itemRow(id)).confirmed_at).not.toBeNull()
    await rename(as, yoloId, 'Newer name')
    expect(await itemRow(id)).toMatchObject({ name: 'Newer name', confirmed_at: null })
    const admin = await app.member({ id: 514 })
    await app.post('/api/items/upvote-yolo', { itemId: id, newCount: 5 }, { as: admin })
    const { body } = await rename(as, yoloId, 'Newest name')
    expect(body.itemId).not.toBe(id)
    expect(await itemRow(id)).toMatchObject({ name: 'Newer name', adjustment: 5 })
  })

  it('moves the yolo where another member keeps or voted for the item', async () => {
    const { as, id, yoloId } = await mine({ name: 'Old name', tags: [35] })
    await app.post(`/api/items/${id}/upvote`, {}, { as: await app.member() })
    const { body } = await rename(as, yoloId, 'New name')
    expect(body.itemId).not.toBe(id)
    expect(body.yoloTags).toEqual([{ tagId: 35 }])
    expect(await itemRow(id)).toMatchObject({
      name: 'Old name',
      yolo_count: 0,
      upvote_count: 1,
      listed: false,
    })
    // Saving the item again lists it again, with its votes.
    const again = await save(await app.member(), 'Old name')
    expect(again.body.itemId).toBe(id)
    expect(await itemRow(id)).toMatchObject({ listed: true, upvote_count: 1 })
  })

  it('leaves reports of the old name with it', async () => {
    const { as, id, yoloId } = await mine({ name: 'Ghost burger' })
    await app.post(`/api/items/${id}/expired`, {}, { as: await app.member() })
    const { body } = await rename(as, yoloId, 'House double')
    expect(body.itemId).not.toBe(id)
    expect(await itemRow(id)).toMatchObject({ name: 'Ghost burger', listed: false })
    expect(await itemRow(body.itemId)).toMatchObject({ name: 'House double', listed: true })
  })

  it('joins the item of that name there, withdrawing the own vote for it', async () => {
    const { as, yoloId } = await mine()
    const other = (await save(await app.member(), 'Smash')).body
    await app.post(`/api/items/${other.itemId}/upvote`, {}, { as })
    expect((await rename(as, yoloId, 'SMASH')).body).toMatchObject({
      itemId: other.itemId,
      itemName: 'Smash',
      voteWithdrawn: true,
    })
    expect(await itemRow(other.itemId)).toMatchObject({ yolo_count: 2, upvote_count: 0 })
    const second = (await save(as, 'Another')).body
    expect((await rename(as, second.id, 'smash')).body.error).toBe('already_yours')
  })
})

describe('PUT /yolos/category', () => {
  it('moves the item itself, and drops tags of the old category', async () => {
    const { as, id, yoloId } = await mine({ tags: [35] })
    const { body } = await move(as, yoloId, pizza)
    expect(body).toMatchObject({ itemId: id, categoryId: pizza, yoloTags: [] })
    expect(await itemRow(id)).toMatchObject({ category_id: pizza, tags: [] })
  })

  it('moves the yolo alone where others keep the item', async () => {
    const { as, id, yoloId, name } = await mine()
    await save(await app.member(), name)
    const { body } = await move(as, yoloId, entrees)
    expect(body.itemId).not.toBe(id)
    expect(await itemRow(id)).toMatchObject({ category_id: burgers, yolo_count: 1 })
  })

  it('leaves the item as it was to others who deleted their yolo and can still restore it', async () => {
    const { as, id, yoloId, name } = await mine()
    const other = await app.member()
    const { body: theirs } = await save(other, name)
    await app.delete(`/api/yolos/delete/${theirs.id}`, {}, { as: other })
    const { body } = await rename(as, yoloId, 'Rat soup')
    expect(body.itemId).not.toBe(id)
    await app.post(`/api/yolos/${theirs.id}/restore`, {}, { as: other })
    expect(await itemRow(id)).toMatchObject({ name, yolo_count: 1 })
  })

  it('keeps foods foods, and the quota', async () => {
    const { as, yoloId } = await mine()
    expect((await move(as, yoloId, beer)).body.fields).toHaveProperty('categoryId')
    for (const name of ['One', 'Two', 'Three']) await save(as, name, pizza)
    const { status, body } = await move(as, yoloId, pizza)
    expect([status, body.message]).toEqual([409, 'Quota of 3 filled'])
    expect(body.yolos.map(({ itemName }: { itemName: string }) => itemName)).toEqual([
      'One',
      'Two',
      'Three',
    ])
  })

  it('takes whatever place is free in either category', async () => {
    const { as, yoloId } = await mine()
    await save(as, 'B2')
    await save(as, 'B3')
    const first = (await save(as, 'P1', pizza)).body
    await save(as, 'P2', pizza)
    await app.delete(`/api/yolos/delete/${first.id}`, {}, { as })
    expect((await save(as, 'P3', pizza)).status).toBe(200)
    expect((await move(as, yoloId, pizza)).status).toBe(200)
  })
})

describe('DELETE /yolos/delete/{yoloId}', () => {
  it('takes the yolo and leaves other members’ votes on the item', async () => {
    const { as, id, yoloId } = await mine({ tags: [35] })
    await app.post(`/api/items/${id}/upvote`, {}, { as: await app.member() })
    const other = await app.member()
    expect((await app.delete(`/api/yolos/delete/${yoloId}`, {}, { as: other })).status).toBe(403)
    expect((await app.delete(`/api/yolos/delete/${yoloId}`, {}, { as })).body).toEqual({
      id: yoloId,
    })
    expect(await itemRow(id)).toMatchObject({ listed: false, vote_count: 1, tags: [] })
    expect((await app.delete(`/api/yolos/delete/${yoloId}`, {}, { as })).status).toBe(404)
  })
})

describe('POST /yolos/swap', () => {
  const swap = (as: Person, outId: number, wanted: object) =>
    app.post(
      '/api/yolos/swap',
      { outId, placeId: place.placeId, categoryId: burgers, ...wanted },
      { as },
    )

  it('puts the new one in the place of the one that goes', async () => {
    const { as, yoloId } = await mine()
    await save(as, 'Two')
    await save(as, 'Three')
    expect((await save(as, 'Four')).body.error).toBe('quota_filled')
    const { status, body } = await swap(as, yoloId, { itemName: 'Four' })
    expect([status, body.itemName]).toEqual([200, 'Four'])
    expect((await swap(as, yoloId, { itemName: 'Five' })).body.error).toBe('yolo_not_found')
  })

  it('loses neither where the new one is refused', async () => {
    const { as, yoloId } = await mine()
    const two = (await save(as, 'Two')).body
    expect((await swap(as, yoloId, { itemName: 'Two' })).body.error).toBe('already_yours')
    expect((await swap(as, yoloId, { itemName: 'P', categoryId: pizza })).body.error).toBe(
      'other_category',
    )
    const stranger = await app.member()
    expect((await swap(stranger, yoloId, { itemName: 'Mine now' })).body.error).toBe('not_yours')
    const left = await app.database
      .selectFrom('yolos')
      .select('id')
      .where('user_id', '=', as.id)
      .orderBy('id')
      .execute()
    expect(left.map(({ id }) => id)).toEqual([yoloId, two.id])
  })

  it('can be undone: the old one is back with its words and tags, and the new one is gone', async () => {
    const { as, id, yoloId } = await mine({ tags: [35] })
    const { body: two } = await save(as, 'Two')
    await save(as, 'Three')
    const { body: four } = await swap(as, yoloId, { itemName: 'Four' })
    const undo = (body: object, by = as) =>
      app.post(`/api/yolos/${yoloId}/restore`, body, { as: by })
    expect((await undo({})).body.error).toBe('quota_filled')
    const stranger = await app.member()
    const theirs = (await save(stranger, 'Theirs')).body
    expect((await undo({ insteadOf: theirs.id })).body.error).toBe('not_yours')
    expect((await undo({ insteadOf: four.id }, stranger)).body.error).toBe('not_yours')
    const { status, body } = await undo({ insteadOf: four.id })
    expect([status, body]).toMatchObject([
      200,
      { id: yoloId, itemId: id, yoloTags: [{ tagId: 35 }] },
    ])
    // Asked once more, as where the answer was lost.
    expect((await undo({ insteadOf: four.id })).body).toEqual({ ...body, restored: false })
    const named = await app.database
      .selectFrom('yolos as y')
      .innerJoin('items as i', 'i.id', 'y.item_id')
      .select('i.name')
      .where('y.user_id', '=', as.id)
      .where('i.id', '<>', id)
      .orderBy('y.id')
      .execute()
    expect(named.map(({ name }) => name)).toEqual(['Two', 'Three'])
    // The new one can come back in turn.
    const again = await app.post(`/api/yolos/${four.id}/restore`, { insteadOf: yoloId }, { as })
    expect([again.status, again.body.itemName]).toEqual([200, 'Four'])
    expect((await undo({ insteadOf: four.id })).status).toBe(200)
    // What is there already takes no other away.
    expect((await undo({ insteadOf: two.id })).body.error).toBe('yolo_not_found')
    await app.post(`/api/yolos/${four.id}/restore`, { insteadOf: yoloId }, { as })
    // One that is gone already makes no difference.
    await app.delete(`/api/yolos/delete/${four.id}`, {}, { as })
    expect((await undo({ insteadOf: four.id })).status).toBe(200)
  })
})
