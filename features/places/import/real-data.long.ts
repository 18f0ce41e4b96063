import { describe, expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { loadGazetteer } from '../gazetteer/gazetteer.server.ts'
import { importPlaces } from './import.server.ts'
import { parseOpeningHours } from './opening-hours.server.ts'
import { otherHours, written } from './opening-hours.testing.ts'
import { realData, realFile, realOsmFeatures } from './real-data.testing.ts'
import { readPlaces } from './sources/sources.server.ts'

const osm = () => realFile('osm', 'places-world-2022.geojson.gz')

// The same behavior as in the neighboring tests with small files, on 54,196 real places of OpenStreetMap.
describe.runIf(realData)('places of the whole world', () => {
  it('are read one and all', async () => {
    const counts = { place: 0, reason: 0, other: 0 }
    for await (const row of readPlaces(osm(), undefined, { allAreRestaurants: true }))
      for (const kind of ['place', 'reason', 'other'] as const) if (kind in row) counts[kind]++
    expect(counts).toEqual({ place: 54_196, reason: 0, other: 0 })
  })

  it('are in within a minute’s work, and a second time changes nothing', async () => {
    const app = await testApp()
    const cities = await loadGazetteer()
    const bad: string[] = []
    const run = () =>
      importPlaces(
        app.database,
        cities,
        osm(),
        {
          bad: (row, line, reason) => bad.push(`${row}/${line} ${reason}`),
          more: (rows, reason) => bad.push(`${rows} more ${reason}`),
          progress: () => {},
          goingOn: () => {},
        },
        { allAreRestaurants: true },
      )
    const start = process.cpuUsage()
    const first = await run()
    // Measures CPU time of this process, which doesn't depend on how busy the machine is.
    expect(process.cpuUsage(start).user / 1e6).toBeLessThan(50)
    expect(bad).toEqual([])
    expect(first).toMatchObject({ rows: 54_196, others: 0 })
    expect(first.added + first.changed + first.unchanged + first.merged + first.twins).toBe(54_196)
    expect(await run()).toMatchObject({ added: 0, changed: 0 })
  })

  it('have opening hours that say what the text says, and read the same when written again', () => {
    const texts = new Set(realOsmFeatures().map(({ properties }) => properties['opening_hours']))
    texts.delete(undefined)
    let converted = 0
    for (const text of [...texts].filter((_, index) => index % 10 === 0)) {
      const list = parseOpeningHours(text!)
      if (!list) continue
      converted += 1
      expect(parseOpeningHours(written(list)), text).toEqual(list)
      expect(otherHours(text!, list), text).toEqual([])
    }
    expect(converted / texts.size).toBeGreaterThan(0.09)
  })
})
