import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { parseOpeningHours } from '#domain/hours/osm-hours.server.ts'
import { otherHours, written } from '#domain/hours/osm-hours.testing.ts'
import { importPlaces } from './import.server.ts'
import { realData, realFile, realOsmFeatures } from './real-data.testing.ts'

// The same behavior as in the neighboring tests with small files, on 54,196 real places of OpenStreetMap.
describe.runIf(realData)('places of the whole world', () => {
  const folder = mkdtempSync(join(tmpdir(), 'world-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('are imported one and all, and a second time nothing changes', async () => {
    const app = await testApp()
    const options = { allAreRestaurants: true }
    const refused: string[] = []
    const print = { log: () => {}, error: (text: string) => refused.push(text) }
    const path = join(folder, 'places.geojson.gz')
    copyFileSync(realFile('osm', 'places-world-2022.geojson.gz'), path)
    const run = () => importPlaces(app.database, path, options, print)
    const first = await run()
    expect(refused).toEqual([])
    expect(first.added + first.closed).toBe(54_196)
    expect(await run()).toMatchObject({ added: 0, changed: 0, bad: 0 })
  })

  it('have opening hours that say what the text says, and read the same when written again', () => {
    const texts = new Set(realOsmFeatures().map(({ properties }) => properties['opening_hours']))
    texts.delete(undefined)
    const tenth = [...texts].filter((_, index) => index % 10 === 0) as string[]
    const converted = tenth.flatMap((text) => {
      const list = parseOpeningHours(text)
      return list ? [{ text, list }] : []
    })
    for (const { text, list } of converted) {
      expect(otherHours(text, list), text).toEqual([])
      // A longer text is no value of OpenStreetMap, and isn't read.
      if (written(list).length <= 255) expect(parseOpeningHours(written(list)), text).toEqual(list)
    }
    expect(converted.length / tenth.length).toBeGreaterThan(0.9)
  })
})
