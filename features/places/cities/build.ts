import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { foldText } from '#domain/fold.ts'
import { cellOf } from '#domain/position/distance.ts'
import type { Point } from '#domain/position/miles.ts'
import { cellsAround, foldCity, nearestCity } from './cities.server.ts'
import { type GeoCity, readAreaNames, readGeoCities, readZips } from './geonames.ts'
import { regionCodes } from './region-codes.data.ts'

// Writes the rows of the table `cities` to a compressed file for COPY, in a process of its own because it needs much memory.

type Texts = Record<'slug' | 'region' | 'regionName', string>
type City = GeoCity & Texts & { cell4: bigint; zips: number[] }

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
    const slug = slugOf(name, region, country)
    return { ...city, region, regionName, slug, cell4: cellOf(city, 4), zips: [] }
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
  const byCell = Map.groupBy(settled, ({ cell4 }) => String(cell4))
  return async (point: Point, areas: string[]) => {
    for (const area of areas) {
      const city = await nearestCity(
        (cell, rings) =>
          cellsAround(cell, rings)
            .flatMap((each) => byCell.get(each) ?? [])
            .filter((near) => areasOf(near).includes(area)),
        point,
      )
      if (city) return city
    }
  }
}

const areasOf = ({ country, admin1 }: City) => [`${country}.${admin1}`, country]

/**
 * Gives cities without a record the time zone of their region or, if it has none, country. If that has several, the
 * nearest city decides.
 */
async function giveZones(cities: City[], nearest: ReturnType<typeof nearestIn>) {
  const zones = new Map<string, Set<string>>()
  // The most populous city is the first one.
  for (const city of cities)
    for (const area of city.zone ? areasOf(city) : [])
      zones.set(area, (zones.get(area) ?? new Set()).add(city.zone))
  for (const city of cities) {
    if (city.zone) continue
    const area = areasOf(city).find((each) => zones.has(each)) ?? ''
    const [first = 'UTC', ...others] = zones.get(area) ?? []
    const near = others.length > 0 ? await nearest(city, areasOf(city)) : undefined
    city.zone = near?.zone || first
  }
}

/** Gives US zip codes to the city of their state that has their name or is the nearest. */
async function giveZips(cities: City[], nearest: ReturnType<typeof nearestIn>) {
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

/** Returns a row of the table, its columns in their order. */
function rowOf(city: City): (string | number | bigint | boolean)[] {
  const { id, slug, name, country, region, regionName, admin1, admin2, population } = city
  const countryName = countryNames.of(country) ?? country
  const district = districtNames.get(`${country}.${admin1}.${admin2}`) ?? ''
  const key = foldCity(name)
  const names = city.others.slice(0, population >= minForOtherNames ? Infinity : 2).map(foldCity)
  const others = new Set(names.filter(({ length }, at) => at < 2 || length <= 40))
  for (const none of ['', key]) others.delete(none)
  const areas = [
    [region, regionName, ...(regionCodes[country]?.[regionName] ?? [])],
    [country, alias[country] ?? '', countryName],
    [district],
  ]
  const [, ...around] = byFolded([name, district, regionName, countryName]).values()
  return [
    id,
    slug,
    name,
    [name, region, country].filter(Boolean).join(', '),
    around.map(([area]) => area).join(', '),
    key,
    others.size > 0 ? `|${[...others].join('|')}|` : '',
    areas.map((area) => [...byFolded(area).keys()].join('|')).join('||'),
    city.latitude,
    city.longitude,
    city.cell4,
    population,
    !unsettled.has(city.kind),
    city.zone,
    `{${city.zips}}`,
  ]
}

/** Groups names by their folded form: Réunion is a country and its region. */
const byFolded = (names: string[]) => Map.groupBy(names.filter(Boolean), foldText)

const [file] = process.argv.slice(2)
if (file) {
  const cities = readCities()
  const nearest = nearestIn(cities)
  await giveZones(cities, nearest)
  await giveZips(cities, nearest)
  const lines = cities.map((city) => `${rowOf(city).join('\t').replaceAll('\\', '\\\\')}\n`)
  writeFileSync(file, gzipSync(lines.join(''), { level: 4 }))
}
