import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { watchItemChanges } from './changes.server.ts'

const app = await testApp()
const changed = (count: number) => sql`
  insert into item_changes (item_id, category_id, cell5) select 1, 3, n from generate_series(1, ${count}::integer) n`

it('reads no change again because some transaction stays open, and misses none of that one', async () => {
  const feed = watchItemChanges(app.services)
  const seen: number[] = []
  let cleared = 0
  feed.follow({
    apply: async (changes) => void seen.push(changes.length),
    clear: () => void cleared++,
  })
  await feed.catchUp(0)
  const begun = cleared
  const open = await app.database.startTransaction().execute()
  try {
    await changed(2).execute(open)
    // So many that all lists start over.
    await changed(20_001).execute(app.database)
    for (let look = 0; look < 3; look++) await feed.catchUp(0)
    expect(cleared).toBe(begun + 1)
    await changed(3).execute(app.database)
    await feed.catchUp(0)
    expect(seen).toEqual([3])
  } finally {
    await open.commit().execute()
  }
  await feed.catchUp(0)
  expect([seen, cleared]).toEqual([[3, 2], begun + 1])
})
