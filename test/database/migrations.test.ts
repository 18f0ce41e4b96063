import { expect, it } from 'vitest'
import { readMigrations } from '#platform/server/database/migrate.ts'
import { migrateUnderReads } from './migrations.ts'

it(
  'F12 migrations run on a filled database under reads, and again after being cut off',
  { timeout: 120_000 },
  async () => {
    const { ran, same, reads, wasCut } = await migrateUnderReads(20_000)
    expect(ran).toEqual((await readMigrations()).map(({ name }) => name))
    expect([same, wasCut]).toEqual([true, true])
    expect(reads).toBeGreaterThan(0)
  },
)
