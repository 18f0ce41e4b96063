import { expect, it } from 'vitest'
import { expectFlat, usageOf, load, mostResident, withSite } from './soak.ts'

const mayShed = 1 / 20

it('F15 through two minutes of mixed load descriptors, pools, listeners and memory stay flat', () =>
  withSite(async (site, world, database) => {
    // A site that has just started may shed more.
    await load(site, world, 15, 1)
    const before = await usageOf(site, database)
    for (let stretch = 0; stretch < 4; stretch++) {
      await load(site, world, 30, mayShed)
      // Compare with the start, not with the previous stretch, so that slow growth is found too.
      await expectFlat(site, database, before)
      expect((await usageOf(site, database)).rss).toBeLessThan(mostResident)
    }
  }))
