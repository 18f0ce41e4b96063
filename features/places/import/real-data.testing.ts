import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** Where real files lie; tests that need them are skipped without it. */
export const realData = process.env['REAL_DATA']
export const realFile = (...path: string[]) => join(realData ?? '', ...path)

export function realOsmFeatures() {
  const text = gunzipSync(readFileSync(realFile('osm', 'places-world-2022.geojson.gz'))).toString()
  const collection: { features: { properties: Record<string, string> }[] } = JSON.parse(text)
  return collection.features
}
