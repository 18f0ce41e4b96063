import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import type { Person } from '#platform/testing/people.ts'
import { unsavedFor, unsavedItemsQueue } from './unsaved.server.ts'

let app: TestApp
let admin: Person
let place: { id: number; placeId: string }
const burgers = 3
const day = 24 * 60 * 60 * 1000

beforeAll(async () => {
  app = await testApp()
  admin = await app.member({ id: 514 })
  place = await app.restaurant()
})
afterEach(async () => {
  app.clock.set(null)
  expect(await violatedInvariants(app.database)).toEqual([])
})

let count = 0
async function saved() {
  const as = await app.member()
  const itemName = `Passing fancy ${++count}`
  const wanted = { placeId: place.placeId, categoryId: burgers, itemName }
  const { body } = await app.post('/api/yolos', wanted, { as })
  return { as, id: body.itemId as number, yoloId: body.id as number }
}
const unsave = ({ as, yoloId }: { as: Person; yoloId: number }) =>
  app.delete(`/api/yolos/delete/${yoloId}`, {}, { as })
async function runAfter(time: number) {
  app.clock.set(new Date(Date.now() + time))
  await unsavedItemsQueue(app.services).run({})
  app.clock.set(null)
}
const stands = async (id: number) => {
  const { rows } = await sql`select from items where id = ${id}`.execute(app.database)
  return rows.length > 0
}
const forgetDeletions = () => sql`delete from deleted_yolos`.execute(app.database)

describe('a dish that nobody has saved', () => {
  it('is removed after a week, and its page answers as one that never was', async () => {
    const dish = await saved()
    await unsave(dish)
    await forgetDeletions()
    await runAfter(unsavedFor - day)
    expect(await stands(dish.id)).toBe(true)
    await runAfter(unsavedFor + day)
    expect(await stands(dish.id)).toBe(false)
    expect((await app.get(`/api/items/${dish.id}`)).body.error).toBe('item_not_found')
    expect((await app.get(`/dish/${dish.id}`)).status).toBe(404)
    // Saving it again creates a new one.
    expect(
      (await app.post('/api/yolos', { itemId: dish.id, categoryId: burgers }, dish)).status,
    ).toBe(404)
  })

  it('stays while its favorite can be restored', async () => {
    const dish = await saved()
    await unsave(dish)
    await runAfter(unsavedFor + day)
    expect(await stands(dish.id)).toBe(true)
    await forgetDeletions()
    // It is looked at again after another week.
    await runAfter(unsavedFor + 2 * day)
    expect(await stands(dish.id)).toBe(true)
    await runAfter(2 * unsavedFor + 2 * day)
    expect(await stands(dish.id)).toBe(false)
  })

  it('stays when it was saved again', async () => {
    const dish = await saved()
    await unsave(dish)
    const other = await app.member()
    await app.post('/api/yolos', { itemId: dish.id, categoryId: burgers }, { as: other })
    await forgetDeletions()
    await runAfter(unsavedFor + day)
    expect(await stands(dish.id)).toBe(true)
    const { rows } = await sql`select from unsaved_items where item_id = ${dish.id}`.execute(
      app.database,
    )
    expect(rows).toEqual([])
  })

  it.each<[string, (id: number) => Promise<unknown>]>([
    ['a vote', async (id) => app.post(`/api/items/${id}/upvote`, {}, { as: await app.member() })],
    [
      'a report',
      async (id) => app.post(`/api/items/${id}/expired`, {}, { as: await app.member() }),
    ],
    [
      'an adjustment',
      (id) => app.post('/api/items/upvote-yolo', { itemId: id, newCount: 5 }, { as: admin }),
    ],
    [
      'a merging',
      async (id) => app.post(`/api/items/${(await saved()).id}/merge`, { into: id }, { as: admin }),
    ],
    ['a deletion by an admin', (id) => app.put('/api/items/delete', { itemId: id }, { as: admin })],
  ])('stays for %s', async (_, happen) => {
    const dish = await saved()
    await happen(dish.id)
    await app.database.deleteFrom('yolos').where('item_id', '=', dish.id).execute()
    await forgetDeletions()
    await runAfter(unsavedFor + day)
    expect(await stands(dish.id)).toBe(true)
  })
})
