import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { expectFlat, held, load, mostResident, prepare, startProbed, type Held } from './soak.ts'

/** Finished minutes are kept between runs, so that an interrupted one is continued. */
const notes = 'test-results/soak.json'
const hour = 60
const stretch = 10
/** Milliseconds: the hour, its beginning, and what a busy machine waits for at the end of each stretch. */
const limit = 2 * hour * 60_000

const done = (): { minutes: number; rss: number[] } => {
  try {
    return JSON.parse(readFileSync(notes, 'utf8'))
  } catch {
    return { minutes: 0, rss: [] }
  }
}

it(
  'F15 through an hour of mixed load descriptors, pools, listeners and memory stay flat',
  { timeout: limit },
  async () => {
    const app = await testApp()
    const world = await prepare(app)
    await app.close()
    const stateDir = await mkdtemp(join(tmpdir(), 'yolo-soak-'))
    const site = await startProbed(app, stateDir)
    const database = new pg.Client({ connectionString: app.databaseUrl })
    await database.connect()
    try {
      await load(site, world, 60)
      const before: Held = await held(site, database)
      while (done().minutes < hour) {
        const { minutes, rss } = done()
        await load(site, world, stretch * 60)
        // Compared with the start, not the previous stretch: slow growth is growth too.
        await expectFlat(site, database, before)
        const now = await held(site, database)
        mkdirSync('test-results', { recursive: true })
        writeFileSync(notes, JSON.stringify({ minutes: minutes + stretch, rss: [...rss, now.rss] }))
      }
      expect(Math.max(...done().rss)).toBeLessThan(mostResident)
      rmSync(notes)
    } finally {
      await database.end()
      await site.end('SIGTERM')
      await rm(stateDir, { recursive: true, force: true })
    }
  },
)
