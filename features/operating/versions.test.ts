import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { photoClient } from '#features/photos/photos.testing.ts'
import { connectServices } from '#app/services.ts'
import { openLog } from '#platform/server/log.ts'
import { isRecordedBy, readMigrations } from '#platform/server/database/migrate.ts'
import { testApp } from '#platform/testing/app.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import { manifestName, readManifest } from './manifest.ts'
import { run } from './operating.testing.ts'

/** A small backup of each released version, named after the version's last migration. They never change. */
const kept = fileURLToPath(new URL('../../test/backups/', import.meta.url))
const versions = await readdir(kept)

it('there are backups of earlier versions', () => expect(versions).toContain('0015-listings'))

it.each(versions)('version %s ran the first migrations of this one', async (version) => {
  const migrations = await readMigrations()
  const manifest = await readManifest(kept + version)
  const others = manifest.migrations.filter(
    ({ name, checksum }, at) =>
      name !== migrations[at]!.name || !isRecordedBy(checksum, migrations[at]!),
  )
  expect(others).toEqual([])
})

it('a backup of before 1.0.0 is refused, and told from one of a newer version', async () => {
  const app = await testApp()
  const folder = await mkdtemp(join(tmpdir(), 'yolo-backup-'))
  try {
    const manifest = await readManifest(`${kept}0015-listings`)
    for (const [first, why] of [
      ['0001-members.sql', 'is of a version before 1.0.0, up to 0015-listings.sql'],
      ['0001-other.sql', 'is of another version of Yolo, up to 0015-listings.sql'],
    ] as const) {
      const migrations = [{ name: first, checksum: 'of then' }, ...manifest.migrations.slice(1)]
      await writeFile(join(folder, manifestName), JSON.stringify({ ...manifest, migrations }))
      const { code, said } = await run(app.services, 'restore', folder)
      expect([code, said]).toEqual([1, expect.stringContaining(why)])
    }
  } finally {
    await rm(folder, { recursive: true })
  }
})

it.each(versions)(
  'F13 a backup of version %s restores into this one',
  { tags: 'long' },
  async (version) => {
    const app = await testApp()
    // No server may run on the database while an older version's rows are brought up to date.
    const { databaseUrl, services } = app
    await app.close()
    const beside = connectServices(databaseUrl, services.settings, openLog('fatal'), async () => {})
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
  },
)
