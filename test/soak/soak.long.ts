import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { expectFlat, held, load, mostResident, withSite } from './soak.ts'

/** File with the minutes that are finished, so that an interrupted run can be continued. */
const notes = 'test-results/soak.json'
const hour = 60
const stretch = 10
const mayShed = 1 / 20
/** Timeout in milliseconds, for the hour of load, the start, and the waiting on a busy machine after each stretch. */
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
        // Compare with the start, not with the previous stretch, so that slow growth is found too.
        await expectFlat(site, database, before)
        const now = await held(site, database)
        mkdirSync('test-results', { recursive: true })
        writeFileSync(notes, JSON.stringify({ minutes: minutes + stretch, rss: [...rss, now.rss] }))
      }
      expect(Math.max(...done().rss)).toBeLessThan(mostResident)
      rmSync(notes)
    }),
)
