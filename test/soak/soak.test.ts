import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { expectFlat, usageOf, load, mostResident, withSite } from './soak.ts'

const mayShed = 1 / 5

it(
  'F15 after a mixed load descriptors, pools, listeners and memory are where they were',
  { timeout: 180_000 },
  () =>
    withSite(async (site, world, database) => {
      // Warm up, so that what the site creates only once isn't counted as growth.
      await load(site, world, 3, mayShed)
      const before = await usageOf(site, database)
      expect(before.connections).toBeGreaterThan(0)
      expect(await load(site, world, 5, mayShed)).toBeGreaterThan(world.members.length)
      // Check that the measurement notices connections that aren't closed.
      const { hostname, port } = new URL(site.origin)
      const left = Array.from({ length: 40 }, () => connect(Number(port), hostname))
      await expect
        .poll(async () => (await usageOf(site, database)).descriptors)
        .toBeGreaterThan(before.descriptors + 10)
      for (const socket of left) socket.destroy()
      await expectFlat(site, database, before)
      expect((await usageOf(site, database)).rss).toBeLessThan(mostResident)
    }),
)
