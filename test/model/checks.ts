import { sql } from 'kysely'
import { expect } from 'vitest'
import { membersWithWrongCounts } from '#domain/votes-that-count.ts'
import type * as items from '#features/items/contract.ts'
import { photoClient } from '#features/photos/photos.testing.ts'
import { showRestaurant } from '#features/restaurants/contract.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import type { Person } from '#platform/testing/people.ts'
import { valueInTime } from '#platform/testing/settled.ts'
import { categories, type World } from './world.ts'

/** Checks every invariant in the database and over HTTP. No client may be active meanwhile. */
export async function checkInvariants(world: World, others: Person[], seed: number): Promise<void> {
  const { database, get } = { ...world.apps[0], get: world.apps[1].get }
  const why = `with MODEL_SEED=${seed}`
  expect(world.unexpected.slice(0, 10), why).toEqual([])
  expect(await violatedInvariants(database), why).toEqual([])
  expect(await membersWithWrongCounts(database, new Date()), why).toEqual([])

  const { rows } = await sql<{ user_id: number; count: number }>`
    select user_id, count(*)::integer as count from yolos group by user_id`.execute(database)
  const kept = new Map(rows.map((row) => [row.user_id, row.count]))
  const promised = [...world.standing].filter(([, count]) => count !== 0)
  expect(kept, why).toEqual(new Map(promised))
  const audit = await database.selectFrom('audit').select('id').execute()
  expect(audit.length, why).toBeGreaterThanOrEqual(world.audited)

  const weighs = sql`
    s.held_at is null and (s.email_verified_at is not null or s.created_at > now() - interval '7 days')`
  for (const category of categories) {
    const ranked = await sql<{ id: number }>`
      select i.id from items i join restaurants r on r.id = i.restaurant_id
        join yolos y on y.item_id = i.id join users s on s.id = y.user_id
       where i.category_id = ${category} and i.deleted_at is null
         and i.hidden_at is null and r.hidden_at is null
       group by i.id
       order by greatest(0, i.adjustment + (select count(*) from votes v where v.item_id = i.id and v.counted)) desc,
                count(y.id) filter (where ${weighs}) desc,
                coalesce(max(y.created_at) filter (where ${weighs}), 'epoch') desc, i.id`.execute(
      database,
    )
    const truth = ranked.rows.map(({ id }) => id)
    const shown = async (as: Person | null) =>
      (
        (await get(`/api/yolos?category=${category}`, { as })).body.top as Array<{ id: number }>
      ).map(({ id }) => id)
    expect(await shown(others[0]!), why).toEqual(truth)
    expect(await valueInTime(() => shown(null), truth), why).toEqual(truth)
  }
  for (const { id } of world.places) {
    const { body } = await get(`/api${showRestaurant.route.slice(4).replace(':id', String(id))}`)
    const empty = (body.items as items.Card[]).filter(
      ({ yoloCount, yolos }) => yoloCount === 0 || yolos.length === 0,
    )
    expect(empty, why).toEqual([])
  }
}

/** Checks that the files of all photos exist, also of those that can be restored, and that there are no others. */
export async function checkFiles({ apps: [app] }: World): Promise<void> {
  const { files, sweep } = photoClient(app)
  app.clock.set(new Date(Date.now() + 2 * 3_600_000))
  await sweep()
  const { rows } = await sql<{ name: string }>`
    select name from photos
     union select photo ->> 'name' from deleted_yolos
            where photo is not null and due > ${app.services.clock.now()}`.execute(app.database)
  const there = (await files()).map((path) => path.replace(/.*\/([0-9a-f]{32})\D.*$/, '$1'))
  expect(new Set(there)).toEqual(new Set(rows.map(({ name }) => name)))
  expect(there.length).toBe(rows.length * 7)
}
