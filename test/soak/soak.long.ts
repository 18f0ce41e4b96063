import { expect, it } from 'vitest'
import { expectFlat, usageOf, load, mostResident, withSite } from './soak.ts'

const mayShed = 1 / 20
const minutes = Number(process.env['SOAK_MINUTES'] ?? 60)

it('F15 through an hour of mixed load descriptors, pools, listeners and memory stay flat', () =>
  withSite(async (site, world, database) => {
    // A site that has just started may shed more.
    await load(site, world, 15, 1)
    const before = await usageOf(site, database)
    for (let minute = 0; minute < minutes; minute++) {
      await load(site, world, 60, mayShed)
      // Compare with the start, not with the previous minute, so that slow growth is found too.
      await expectFlat(site, database, before)
      expect((await usageOf(site, database)).rss).toBeLessThan(mostResident)
    }
  }))
