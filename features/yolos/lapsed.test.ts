import { beforeAll, expect, it } from 'vitest'
import { recountQueue } from '#features/items/votes/recount.server.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const burgers = 3
const now = new Date()
const eightDaysAgo = new Date(now.getTime() - 8 * 86_400_000)
const change = (id: number, values: { created_at?: Date; email_verified_at?: Date }) =>
  app.database.updateTable('users').set(values).where('id', '=', id).execute()
const night = () => recountQueue(app.services).run({})

it('an unverified member’s favorite weighs in ranks for a week, and again once they verify', async () => {
  const owner = await app.member({ verified: false })
  const { id: restaurant } = await app.restaurant()
  const { id } = await app.item({ restaurant, category: burgers, by: owner.id })
  /** How many favorites the dish has, and how many of them count. */
  const weight = async () => {
    const { yolo_count, counted_yolos } = await app.database
      .selectFrom('items')
      .select(['yolo_count', 'counted_yolos'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return [yolo_count, counted_yolos]
  }
  expect(await weight()).toEqual([1, 1])
  await change(owner.id, { created_at: eightDaysAgo })
  await night()
  expect(await weight()).toEqual([1, 0])
  // Deleting it and taking that back changes nothing, nor does saving another, late.
  const { body } = await app.get(`/api/items/${id}`)
  const yolo = body.yolos[0].id
  expect((await app.delete(`/api/yolos/delete/${yolo}`, {}, { as: owner })).status).toBe(200)
  expect((await app.post(`/api/yolos/${yolo}/restore`, {}, { as: owner })).status).toBe(200)
  expect(await weight()).toEqual([1, 0])
  const late = await app.member({ verified: false, createdAt: eightDaysAgo })
  await app.post('/api/yolos', { itemId: id, categoryId: burgers }, { as: late })
  expect(await weight()).toEqual([2, 0])
  for (const one of [owner, late]) await change(one.id, { email_verified_at: now })
  await night()
  expect(await weight()).toEqual([2, 2])
  expect(await violatedInvariants(app.database)).toEqual([])
})
