import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'

const app = await testApp()
const found = async (q: string) => {
  const { body } = await app.get(`/api/search?${new URLSearchParams({ q })}`)
  return (body.members as { name: string }[]).map(({ name }) => name)
}

it('of unverified members two of eight are found, and they push no verified one out', async () => {
  // Accounts that cost nothing, with names as short as can be.
  await sql`
    insert into users (user_name, user_name_key, email, email_key, created_at)
    select 'Pizza ' || n, 'pizza ' || n, n || '@example.com', n || '@example.com', now()
      from generate_series(1, 300) n`.execute(app.database)
  expect(await found('pizza')).toHaveLength(2)
  const verified: string[] = []
  for (const end of [
    'on Fridays and Sundays',
    'with Anything but Pineapple',
    'and Other Round Food',
  ])
    verified.push((await app.member({ userName: `Pizza ${end}` })).name)
  const some = await found('pizza')
  expect(some).toHaveLength(5)
  expect(some).toEqual(expect.arrayContaining(verified))
  // Who has just this name is found first, and who is searched for by the whole name.
  await app.member({ userName: 'Pizza', verified: false })
  expect((await found('pizza'))[0]).toBe('Pizza')
  expect((await found('pizza 277'))[0]).toBe('Pizza 277')
})
