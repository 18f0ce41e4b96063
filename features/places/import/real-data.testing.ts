import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** Folder with real files. If it isn't set, tests that need them are skipped. */
export const realData = process.env['REAL_DATA']
export const realFile = (...path: string[]) => join(realData ?? '', ...path)

export function realOsmFeatures() {
  const text = gunzipSync(readFileSync(realFile('osm', 'places-world-2022.geojson.gz'))).toString()
  const collection: { features: { properties: Record<string, string> }[] } = JSON.parse(text)
  return collection.features
}
