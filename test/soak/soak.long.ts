import { expect, it } from 'vitest'
import { expectFlat, usageOf, load, mostResident, withSite } from './soak.ts'

const mayShed = 1 / 20

it(
  'F15 through an hour of mixed load descriptors, pools, listeners and memory stay flat',
  // The hour, the start, and the waiting on a busy machine after each stretch.
  { timeout: 2 * 3_600_000 },
  () =>
    withSite(async (site, world, database) => {
      await load(site, world, 60, mayShed)
      const before = await usageOf(site, database)
      for (let minutes = 0; minutes < 60; minutes += 10) {
        await load(site, world, 600, mayShed)
        // Compare with the start, not with the previous stretch, so that slow growth is found too.
        await expectFlat(site, database, before)
        expect((await usageOf(site, database)).rss).toBeLessThan(mostResident)
      }
    }),
)
