import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { expectFlat, held, load, mostResident, prepare, startProbed } from './soak.ts'

it(
  'F15 after a mixed load descriptors, pools, listeners and memory are where they were',
  { timeout: 180_000 },
  async () => {
    const app = await testApp()
    const world = await prepare(app)
    // The test's own pools and jobs would be counted as well.
    await app.close()
    const stateDir = await mkdtemp(join(tmpdir(), 'yolo-soak-'))
    const site = await startProbed(app, stateDir)
    const database = new pg.Client({ connectionString: app.databaseUrl })
    await database.connect()
    try {
      // What it makes once and keeps.
      await load(site, world, 6)
      const before = await held(site, database)
      expect(before.connections).toBeGreaterThan(0)
      expect(await load(site, world, 14)).toBeGreaterThan(world.members.length)
      // What isn't closed would show in the measurement.
      const { hostname, port } = new URL(site.origin)
      const left = Array.from({ length: 40 }, () => connect(Number(port), hostname))
      await expect
        .poll(async () => (await held(site, database)).descriptors)
        .toBeGreaterThan(before.descriptors + 10)
      for (const socket of left) socket.destroy()
      await expectFlat(site, database, before)
      expect((await held(site, database)).rss).toBeLessThan(mostResident)
    } finally {
      await database.end()
      await site.end('SIGTERM')
      await rm(stateDir, { recursive: true, force: true })
    }
  },
)
