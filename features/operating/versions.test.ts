import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { photoClient } from '#features/photos/photos.testing.ts'
import { open } from '#app/services.ts'
import { openLog } from '#platform/server/log.ts'
import { readMigrations } from '#platform/server/migrate.ts'
import { testApp } from '#platform/testing/app.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import { readManifest } from './manifest.ts'
import { run } from './operating.testing.ts'

/** A small backup of each version that was given out, by its last migration; never changed. */
const kept = fileURLToPath(new URL('../../test/backups/', import.meta.url))
const versions = await readdir(kept)

it('there are backups of earlier versions', () => expect(versions).toContain('0015-listings'))

it.each(versions)('F13 a backup of version %s restores into this one', async (version) => {
  const app = await testApp()
  // No server may run on the database while an older version's rows are brought up to date.
  const { databaseUrl, services } = app
  await app.close()
  const beside = open(databaseUrl, services.settings, openLog('fatal'), async () => {})
  try {
    const { code, said } = await run(beside.services, 'restore', kept + version)
    expect([code, said]).toEqual([0, expect.stringContaining(`version ${version}.sql`)])
  } finally {
    await beside.close()
  }
  const manifest = await readManifest(kept + version)
  const newest = await testApp({ beside: app })
  const { database } = newest
  const ran = await database
    .selectFrom('migrations')
    .select(['name', 'checksum'])
    .orderBy('name')
    .execute()
  expect(ran).toEqual((await readMigrations()).map(({ name, checksum }) => ({ name, checksum })))
  for (const name of ['users', 'yolos', 'votes', 'photos'] as const) {
    const { rows } = manifest.tables.find((table) => table.name === name)!
    expect(await database.selectFrom(name).selectAll().execute()).toHaveLength(rows)
  }
  expect(await violatedInvariants(database)).toEqual([])
  for (const { name } of await database.selectFrom('photos').select('name').execute())
    expect((await photoClient(newest).image(`${name}.jpg`)).status).toBe(200)
  expect((await newest.get('/api/yolos?category=3')).body.top.length).toBeGreaterThan(0)
})
