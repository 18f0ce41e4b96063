import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { expectFlat, held, load, mostResident, withSite } from './soak.ts'

/** Finished minutes are kept between runs, so that an interrupted one is continued. */
const notes = 'test-results/soak.json'
const hour = 60
const stretch = 10
const mayShed = 1 / 20
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
  () =>
    withSite(async (site, world, database) => {
      await load(site, world, 60, mayShed)
      const before = await held(site, database)
      while (done().minutes < hour) {
        const { minutes, rss } = done()
        await load(site, world, stretch * 60, mayShed)
        // Compared with the start, not the previous stretch: slow growth is growth too.
        await expectFlat(site, database, before)
        const now = await held(site, database)
        mkdirSync('test-results', { recursive: true })
        writeFileSync(notes, JSON.stringify({ minutes: minutes + stretch, rss: [...rss, now.rss] }))
      }
      expect(Math.max(...done().rss)).toBeLessThan(mostResident)
      rmSync(notes)
    }),
)
