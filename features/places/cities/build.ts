import { writeFileSync } from 'node:fs'
import { cellOf } from '#domain/position/distance.ts'
import { foldCity, foldText, slugOf } from '../fold.ts'
import { type Locality, readAreaNames, readLocalities, readZips } from './geonames.ts'
import { type Candidate, type CitiesIn, nearestCity } from './nearest.ts'
import { regionCodes } from './region-codes.data.ts'

// Writes the rows of the table `cities` to a file, as lists in JSON, in a process of its own because it needs much memory.

type City = Candidate & {
  place: Locality
  id: number
  slug: string
  region: string
  regionName: string
  district: string
  zips: number[]
}

/**
 * GeoNames kinds of quarters and of places that no longer exist. No point belongs to these, otherwise midtown Manhattan
 * would be in 'Gramercy Park'.
 */
const unsettled = new Set(['PPLX', 'PPLH', 'PPLQ', 'PPLW', 'PPLCH'])
const isSettled = ({ record }: Locality) => record !== undefined && !unsettled.has(record.kind)

/** Returns the cities, the most populous first. */
function readCities(): City[] {
  const regionNames = readAreaNames('admin1')
  const districtNames = readAreaNames('admin2')
  const cities = readLocalities().map((place): City => {
    const { name, country, admin1, admin2, latitude, longitude, record } = place
    const regionName = regionNames.get(`${country}.${admin1}`) ?? ''
    // Outside the US most region codes are numbers, so the region's name is shown.
    const region = country === 'US' ? admin1 : regionName
    const slug = slugOf(name, region, country)
    const district = districtNames.get(`${country}.${admin1}.${admin2}`) ?? ''
    const { id = 0, population = 0 } = record ?? {}
    return {
      place,
      latitude,
      longitude,
      population,
      id,
      slug,
      region,
      regionName,
      district,
      zips: [],
    }
  })
  cities.sort(
    (a, b) =>
      (b.place.record?.population ?? -1) - (a.place.record?.population ?? -1) || b.id - a.id,
  )
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

/** Gives US zip codes to the city of their state that has their name or, if there is none, to the nearest city. */
async function giveZips(cities: City[], citiesIn: CitiesIn<City>) {
  const named = new Map(
    cities
      .filter(({ place }) => place.country === 'US')
      .map((city) => [`${foldCity(city.place.name)} ${city.region}`, city] as const)
      .toReversed(),
  )
  for (const { zip, city, state, ...point } of readZips()) {
    const found = named.get(`${foldCity(city)} ${state}`) ?? (await nearestCity(citiesIn, point))
    found?.zips.push(Number(zip))
  }
}

const countryNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' })
const alias: Record<string, string> = { US: 'usa', GB: 'uk', AE: 'uae' }
/** Minimum population of a city whose names in other languages are stored. */
const minForOtherNames = 100_000

/** Returns a row of the table. */
function rowOf({ place, region, regionName, district, ...city }: City, zone: string) {
  const { id, slug, latitude, longitude, population, zips } = city
  const { name, country, record } = place
  const countryName = countryNames.of(country) ?? country
  const key = foldCity(name)
  const [ascii = '', ...foreign] = record?.others ?? []
  const others = [record?.name ?? '', ascii].map(foldCity)
  if (population >= minForOtherNames)
    others.push(...foreign.map(foldCity).filter(({ length }) => length <= 40))
  const otherKeys = new Set(others.filter((other) => other !== '' && other !== key))
  const areas = [
    [region, regionName, ...(regionCodes[country]?.[regionName] ?? [])],
    [country, alias[country] ?? '', countryName],
    [district],
  ]
  const [, ...around] = byFolded([name, district, regionName, countryName]).values()
  return {
    id,
    slug,
    name,
    label: [name, region, country].filter(Boolean).join(', '),
    area: around.map(([area]) => area).join(', '),
    key,
    other_keys: otherKeys.size > 0 ? `|${[...otherKeys].join('|')}|` : '',
    areas: areas.map((names) => [...byFolded(names).keys()].join('|')).join('||'),
    latitude,
    longitude,
    cell4: String(cellOf(city, 4)),
    population,
    is_settled: isSettled(place),
    time_zone: zone,
    zips,
  }
}

/** Groups names by their folded form: Réunion is a country and its region. */
function byFolded(names: string[]): Map<string, string[]> {
  return Map.groupBy(names.filter(Boolean), foldText)
}

/** Returns a function that gives the zone of a place without a record: that of the largest city of its area. */
function zoneFinder(cities: City[]) {
  const areasOf = ({ country, admin1, admin2 }: Locality) => [
    `${country}.${admin1}.${admin2}`,
    `${country}.${admin1}`,
    country,
  ]
  const zones = new Map(
    cities
      .toReversed()
      .flatMap(({ place }) => areasOf(place).map((area) => [area, place.record?.zone] as const))
      .filter(([, zone]) => zone),
  )
  return (place: Locality) =>
    areasOf(place)
      .map((area) => zones.get(area))
      .find(Boolean) ?? 'UTC'
}

/** Number of rows in a line of the file. */
const rowsInLine = 5000

async function buildCities(file: string) {
  const cities = readCities()
  const settled = cities.filter(({ place }) => isSettled(place))
  const byCell = Map.groupBy(settled, (city) => String(cellOf(city, 4)))
  await giveZips(cities, (cells) => cells.flatMap((cell) => byCell.get(cell) ?? []))
  const zoneOf = zoneFinder(cities)
  const rows = cities.map((city) => rowOf(city, city.place.record?.zone ?? zoneOf(city.place)))
  const lines = []
  for (let start = 0; start < rows.length; start += rowsInLine)
    lines.push(`${JSON.stringify(rows.slice(start, start + rowsInLine))}\n`)
  writeFileSync(file, lines.join(''))
}

if (process.argv[2]) await buildCities(process.argv[2])
