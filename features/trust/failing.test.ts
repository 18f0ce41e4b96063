import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { joined, minutesAfter, voted } from './trust.testing.ts'
import { runWeighing } from './weigh.server.ts'

const app = await testApp()
const now = new Date('2026-05-05T20:00:00Z')

/** Creates a restaurant with a dish for which a hundred accounts voted within an hour. */
async function attacked() {
  const { id: restaurant } = await app.restaurant()
  const [by] = await joined(app, [minutesAfter(now, -200_000)])
  const createdAt = minutesAfter(now, -100_000)
  const { id: item } = await app.item({ restaurant, category: 3, by: by!, createdAt })
  const moments = Array.from({ length: 100 }, (_, n) => minutesAfter(now, n / 2 - 55))
  const members = await joined(app, moments)
  await voted(
    app,
    members.map((one, n) => ({ by: one, item, at: minutesAfter(moments[n]!, 1) })),
  )
  return { restaurant, members }
}

const held = async (members: number[]) => {
  const rows = await app.database
    .selectFrom('users')
    .select('id')
    .where('held_at', 'is not', null)
    .where('id', 'in', members)
    .execute()
  return rows.length
}

/** Makes writes of these rows of a table fail. */
const breakOff = async (table: string, condition: string) => {
  await sql`
    create or replace function fails() returns trigger language plpgsql as $$
    begin raise exception 'broken'; end $$`.execute(app.database)
  await sql`
    create trigger fails before insert on ${sql.table(table)} for each row
      when (${sql.raw(condition)}) execute function fails()`.execute(app.database)
  return () => sql`drop trigger fails on ${sql.table(table)}`.execute(app.database)
}

it('a cluster that fails keeps no other from being held, and is weighed again', async () => {
  app.clock.set(now)
  const [one, two] = [await attacked(), await attacked()]
  const mend = await breakOff('suspects', `new.restaurant_id = ${one.restaurant}`)
  await expect(runWeighing(app.services)).rejects.toThrow('1 of the steps failed')
  expect([await held(one.members), await held(two.members)]).toEqual([0, 100])
  await mend()
  app.clock.set(minutesAfter(now, 1))
  await runWeighing(app.services)
  expect([await held(one.members), await held(two.members)]).toEqual([100, 100])
})

it('a restaurant or a member that fails keeps no other from being weighed', async () => {
  app.clock.set(minutesAfter(now, 2))
  const [one, two] = [await attacked(), await attacked()]
  const mends = [
    await breakOff('restaurant_usual', `new.restaurant_id = ${one.restaurant}`),
    await breakOff('member_acts', `new.user_id = ${one.members[0]}`),
  ]
  await expect(runWeighing(app.services, true)).rejects.toThrow('2 of the steps failed')
  expect([await held(one.members), await held(two.members)]).toEqual([0, 100])
  for (const mend of mends) await mend()
  await runWeighing(app.services, true)
  expect([await held(one.members), await held(two.members)]).toEqual([100, 100])
})
