import { expect, it } from 'vitest'
import { readMigrations } from '#platform/server/database/migrate.ts'
import { migrateUnderReads } from './migrations.ts'

it('F12 the same with a million dishes: readers wait for seconds at most', async () => {
  const { ran, same, longest, milliseconds, reads, wasCut } = await migrateUnderReads(1_000_000)
  console.log({ milliseconds, longest, reads, wasCut })
  expect(ran).toEqual((await readMigrations()).map(({ name }) => name))
  expect([same, wasCut]).toEqual([true, true])
  expect(longest).toBeLessThan(30_000)
})
