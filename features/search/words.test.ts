import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { untilWaitingForLock } from '#platform/testing/held.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'

const app = await testApp()
const by = await app.member({ id: 20, userName: 'Twenty' })
const written = async (item: number) => {
  const { rows } = await sql<{ words: string; version: string }>`
    select words::text, xmin::text as version from item_words where item_id = ${item}`.execute(
    app.database,
  )
  return rows[0]
}

it('a vote, a tag and a report leave a dish’s words untouched', async () => {
  const { id: restaurant } = await app.restaurant({ name: 'Quiet Corner' })
  const { id } = await app.item({ restaurant, category: 1, by: by.id, name: 'Still Burger' })
  const before = await written(id)
  expect(before!.words).toContain("'still'")
  const [one, other] = [await app.member(), await app.member()]
  expect((await app.post(`/api/items/${id}/upvote`, {}, { as: one })).status).toBe(200)
  await sql`update items set tags = '{21}', adjustment = 5 where id = ${id}`.execute(app.database)
  const reported = await app.post(`/api/items/${id}/expired`, {}, { as: other })
  expect(reported.status).toBe(200)
  expect(await written(id)).toEqual(before)
  // Restores the item, because the next test looks at all items.
  await sql`update items set tags = '{}', adjustment = 0 where id = ${id}`.execute(app.database)
})

it('F8 a dish added while its restaurant is renamed has the new name’s words', async () => {
  const { id: restaurant } = await app.restaurant({ name: 'Former Diner' })
  const { id: first } = await app.item({ restaurant, category: 1, by: by.id, name: 'First' })
  const [adds, renames] = [await app.services.connect(), await app.services.connect()]
  try {
    await adds.query('begin')
    await adds.query(
      `insert into items (restaurant_id, category_id, name, name_key, latitude, longitude, cell5)
       select restaurant_id, category_id, 'Second', 'second', latitude, longitude, cell5
         from items where id = $1`,
      [first],
    )
    await adds.query(
      `insert into yolos (user_id, item_id, category_id, slot)
       select $1, id, category_id, 3 from items where name = 'Second'`,
      [by.id],
    )
    await adds.query(`update items set name = 'Foremost', name_key = 'foremost' where id = $1`, [
      first,
    ])
    const renamed = renames.query(
      `update restaurants set name = 'Later Diner', name_key = 'later diner' where id = $1`,
      [restaurant],
    )
    await untilWaitingForLock(app, 1)
    await adds.query('commit')
    await renamed
  } finally {
    await adds.end()
    await renames.end()
  }
  expect(await violatedInvariants(app.database)).toEqual([])
  expect((await written(first))!.words).toMatch(/'@later'.*'foremost'/)
  const { rows } = await sql`
    select from item_words where words @@ '''@later'' & second'::tsquery`.execute(app.database)
  expect(rows).toHaveLength(1)
})
