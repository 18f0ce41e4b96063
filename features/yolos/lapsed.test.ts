import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { updateCounted } from '#domain/votes-that-count.ts'
import { userCommand } from '#features/accounts/user-command.server.ts'
import { recountQueue } from '#features/items/votes/recount.server.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import { until } from '#platform/testing/until.ts'

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

it.each([
  ['takes the account’s rights away', 20, ['unmake', '20']],
  ['gives the account another e-mail', 7, ['password', '7', '--email', 'seven@example.org']],
])('editors’ favorites keep their weight when the operator %s', async (_what, editor, command) => {
  await app.member({ id: editor, createdAt: eightDaysAgo })
  const { id: restaurant } = await app.restaurant()
  const { id } = await app.item({ restaurant, category: burgers, by: editor })
  expect(await userCommand.run(command, app.services)).toBe(0)
  await night()
  const counted = app.database.selectFrom('items').select('counted_yolos').where('id', '=', id)
  expect(await counted.executeTakeFirst()).toEqual({ counted_yolos: 1 })
})

it('F9 a late verification waits for a favorite before it locks its dish, as others do', async () => {
  const { database } = app
  const owner = await app.member({ verified: false, createdAt: eightDaysAgo })
  const { id: restaurant } = await app.restaurant()
  const { id, yoloId } = await app.item({ restaurant, category: burgers, by: owner.id })
  const waiting = () => sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const deletion = await database.startTransaction().execute()
  await sql`select from yolos where id = ${yoloId} for update`.execute(deletion)
  const verifying = database.transaction().execute(async (tx) => {
    await tx
      .updateTable('users')
      .set({ email_verified_at: now })
      .where('id', '=', owner.id)
      .execute()
    await updateCounted(tx, [owner.id], now)
  })
  await until(async () => (await waiting().execute(database)).rows.length > 0, 'It waits for none.')
  // In the other order, the server would end one of the two.
  await sql`select from items where id = ${id} for update`.execute(deletion)
  await deletion.commit().execute()
  await verifying
})
