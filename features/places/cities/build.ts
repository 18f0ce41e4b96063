import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { foldText } from '#domain/fold.ts'
import { cellOf } from '#domain/position/distance.ts'
import type { Point } from '#domain/position/miles.ts'
import { foldCity, nearestCity } from './cities.server.ts'
import { type GeoCity, readAreaNames, readGeoCities, readZips } from './geonames.ts'
import { regionCodes } from './region-codes.data.ts'

// Writes the rows of the table `cities` to a compressed file, as lists in JSON, in a process of its own because it needs much memory.

type City = GeoCity & { slug: string; region: string; regionName: string; zips: number[] }

/**
 * GeoNames kinds of quarters and of places that no longer exist. No point belongs to these, otherwise midtown Manhattan
 * would be in 'Gramercy Park'.
 */
const unsettled = new Set(['', 'PPLX', 'PPLH', 'PPLQ', 'PPLW', 'PPLCH'])

const slugOf = (...parts: string[]) =>
  foldText(parts.join(' '))
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** Returns the cities, the most populous first. */
function readCities(): City[] {
  const regionNames = readAreaNames('admin1')
  const cities = readGeoCities().map((city): City => {
    const { name, country, admin1 } = city
    const regionName = regionNames.get(`${country}.${admin1}`) ?? ''
    // Outside the US most region codes are numbers, so the region's name is shown.
    const region = country === 'US' ? admin1 : regionName
    return { ...city, region, regionName, slug: slugOf(name, region, country), zips: [] }
  })
  cities.sort((a, b) => b.population - a.population || b.id - a.id)
  const ids = new Set(cities.map(({ id }) => id))
  const slugs = new Set<string>()
  for (const city of cities) {
    if (city.id === 0) city.id = otherId(city, ids)
    // Of cities with the same slug, the most populous one gets it as it is; the others get their id appended.
    if (slugs.has(city.slug)) city.slug += `-${Math.abs(city.id)}`
    slugs.add(city.slug)
  }
  return cities
}

/** Returns a negative id, made from slug and position so that it stays the same. */
function otherId({ slug, latitude, longitude }: City, ids: Set<number>): number {
  let hash = 2_166_136_261
  for (const letter of `${slug} ${latitude} ${longitude}`)
    hash = Math.imul(hash ^ letter.codePointAt(0)!, 16_777_619)
  let id = -(hash >>> 1) - 1
  while (ids.has(id)) id += 1
  ids.add(id)
  return id
}

/** Returns a function that finds the settled city nearest to a point, in the first of some areas that has one near it. */
function nearestIn(cities: City[]) {
  const settled = cities.filter(({ kind }) => !unsettled.has(kind))
  const inAreas = settled.flatMap((city) => areasOf(city).map((area) => ({ city, area })))
  const byCell = Map.groupBy(inAreas, ({ city, area }) => `${area} ${cellOf(city, 4)}`)
  return async (point: Point, areas: string[]) => {
    for (const area of areas) {
      const city = await nearestCity(
        (cells) =>
          cells.flatMap((cell) => byCell.get(`${area} ${cell}`) ?? []).map(({ city }) => city),
        point,
      )
      if (city) return city
    }
  }
}

const areasOf = ({ country, admin1 }: City) => [`${country}.${admin1}`, country]

/**
 * Gives cities without a record the time zone of the nearest city of their region or, if there is none near, country; and
 * US zip codes to the city of their state that has their name or is the nearest.
 */
async function giveZonesAndZips(cities: City[]) {
  const nearest = nearestIn(cities)
  const largest = Map.groupBy(
    cities.filter(({ zone }) => zone),
    ({ country }) => country,
  )
  for (const city of cities) {
    const found = city.zone ? city : await nearest(city, areasOf(city))
    city.zone = (found ?? largest.get(city.country)?.[0])?.zone ?? 'UTC'
  }
  const nameOf = (name: string, state: string) => `${foldCity(name)} ${state}`
  const named = Map.groupBy(cities, ({ name, country, region }) =>
    nameOf(name, country === 'US' ? region : ''),
  )
  for (const { zip, city, state, ...point } of readZips()) {
    // GeoNames takes territories such as Puerto Rico for countries.
    const areas = [`US.${state}`, state]
    const found = named.get(nameOf(city, state))?.[0] ?? (await nearest(point, areas))
    found?.zips.push(Number(zip))
  }
}

const districtNames = readAreaNames('admin2')
const countryNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' })
const alias: Record<string, string> = { US: 'usa', GB: 'uk', AE: 'uae' }
/** Minimum population of a city whose names in other languages are stored. */
const minForOtherNames = 100_000

/** Returns a row of the table. */
function rowOf(city: City) {
  const { country, kind, zone, others: names, region, regionName, ...rest } = city
  const { admin1, admin2, ...columns } = rest
  const { name, population } = columns
  const countryName = countryNames.of(country) ?? country
  const district = districtNames.get(`${country}.${admin1}.${admin2}`) ?? ''
  const key = foldCity(name)
  const spellings = names.slice(0, 2).map(foldCity)
  const isLarge = population >= minForOtherNames
  const foreign = isLarge ? names.slice(2).map(foldCity) : []
  const others = new Set([...spellings, ...foreign.filter(({ length }) => length <= 40)])
  for (const none of ['', key]) others.delete(none)
  const areas = [
    [region, regionName, ...(regionCodes[country]?.[regionName] ?? [])],
    [country, alias[country] ?? '', countryName],
    [district],
  ]
  const [, ...around] = byFolded([name, district, regionName, countryName]).values()
  return {
    ...columns,
    label: [name, region, country].filter(Boolean).join(', '),
    area: around.map(([area]) => area).join(', '),
    key,
    other_keys: others.size > 0 ? `|${[...others].join('|')}|` : '',
    areas: areas.map((area) => [...byFolded(area).keys()].join('|')).join('||'),
    cell4: String(cellOf(city, 4)),
    is_settled: !unsettled.has(kind),
    time_zone: zone,
  }
}

/** Groups names by their folded form: Réunion is a country and its region. */
const byFolded = (names: string[]) => Map.groupBy(names.filter(Boolean), foldText)

/** Number of rows in a line of the file. */
const rowsInLine = 1000

const [file] = process.argv.slice(2)
if (file) {
  const cities = readCities()
  await giveZonesAndZips(cities)
  const lines = []
  for (let start = 0; start < cities.length; start += rowsInLine)
    lines.push(`${JSON.stringify(cities.slice(start, start + rowsInLine).map(rowOf))}\n`)
  writeFileSync(file, gzipSync(lines.join('')))
}
