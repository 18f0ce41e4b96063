import { writeFileSync } from 'node:fs'
import { cellOf } from '#domain/position/distance.ts'
import { foldCity, foldText, slugOf } from '../fold.ts'
import { readAreaNames, type Locality, readLocalities, readZips } from './geonames.ts'
import { type Candidate, weightedNearest } from './nearest.ts'
import { regionCodes } from './region-codes.data.ts'

// Writes the rows of the table `cities` to a file for COPY, in a process of its own because it needs much memory.

type City = Candidate & {
  place: Locality
  id: number
  slug: string
  region: string
  regionName: string
  district: string
  isSettled: boolean
  zone: string
  zips: number[]
}

/**
 * GeoNames kinds of quarters and of places that no longer exist. No point belongs to these, otherwise midtown Manhattan
 * would be in 'Gramercy Park'.
 */
const unsettled = new Set(['PPLX', 'PPLH', 'PPLQ', 'PPLW', 'PPLCH'])
/** Minimum population of a city whose names in other languages are stored. */
const minForOtherNames = 100_000

function readCities(): City[] {
  const regionNames = readAreaNames('admin1')
  const districtNames = readAreaNames('admin2')
  const cities = readLocalities().map((place): City => {
    const { name, country, admin1, admin2, latitude, longitude, geoName } = place
    const regionName = regionNames.get(`${country}.${admin1}`) ?? ''
    // Outside the US most region codes are numbers, so the region's name is shown.
    const region = country === 'US' ? admin1 : regionName
    return {
      place,
      latitude,
      longitude,
      population: geoName?.population ?? 0,
      id: geoName?.id ?? 0,
      slug: slugOf(name, region, country),
      region,
      regionName,
      district: districtNames.get(`${country}.${admin1}.${admin2}`) ?? '',
      isSettled: geoName !== undefined && !unsettled.has(geoName.kind),
      zone: geoName?.zone ?? '',
      zips: [],
    }
  })
  cities.sort(
    (a, b) =>
      (b.place.geoName?.population ?? -1) - (a.place.geoName?.population ?? -1) || b.id - a.id,
  )
  giveIds(cities)
  // Of cities with the same slug, the most populous one gets it as it is; the others get their id appended.
  const taken = new Set<string>()
  for (const city of cities) {
    if (taken.has(city.slug)) city.slug += `-${Math.abs(city.id)}`
    taken.add(city.slug)
  }
  return cities.sort((a, b) => (a.slug < b.slug ? -1 : 1))
}

/** Gives each place without a GeoNames id a negative one, made from its slug and position so that it stays the same. */
function giveIds(cities: City[]) {
  const taken = new Set(cities.map(({ id }) => id))
  for (const city of cities) {
    if (city.id !== 0) continue
    let hash = 2_166_136_261
    for (const letter of `${city.slug} ${city.latitude} ${city.longitude}`)
      hash = Math.imul(hash ^ letter.codePointAt(0)!, 16_777_619)
    let id = -(hash >>> 1) - 1
    while (taken.has(id)) id += 1
    taken.add(id)
    city.id = id
  }
}

/** Finds the settled cities around a point, by a grid of one degree. */
function nearestFinder(cities: City[]) {
  const cellOfPoint = (latitude: number, longitude: number) =>
    `${Math.floor(latitude)},${Math.floor(longitude)}`
  const grid = Map.groupBy(
    cities.filter(({ isSettled }) => isSettled),
    ({ latitude, longitude }) => cellOfPoint(latitude, longitude),
  )
  return (point: { latitude: number; longitude: number }, country?: string): City | undefined => {
    for (const reach of [1, 3, 10]) {
      const around: City[] = []
      for (let north = -reach; north <= reach; north += 1)
        for (let east = -reach; east <= reach; east += 1)
          around.push(
            ...(grid.get(cellOfPoint(point.latitude + north, point.longitude + east)) ?? []),
          )
      const ofCountry = around.filter(({ place }) => !country || place.country === country)
      if (ofCountry.length > 0) return weightedNearest(ofCountry, point).city
    }
  }
}

/** Gives US zip codes to the city of their state that has their name or, if there is none, to the nearest city. */
function giveZips(cities: City[], nearest: ReturnType<typeof nearestFinder>) {
  const named = new Map<string, City>()
  for (const city of cities) {
    const key = `${foldCity(city.place.name)} ${city.region}`
    if (city.place.country === 'US' && !named.has(key)) named.set(key, city)
  }
  for (const { zip, city, state, ...point } of readZips()) {
    const found = named.get(`${foldCity(city)} ${state}`) ?? nearest(point)
    found?.zips.push(Number(zip))
  }
}

const foldedAreas = new Map<string, string>()
/** Folds the name of an area, of which there are few. */
function foldArea(name: string): string {
  const known = foldedAreas.get(name)
  if (known !== undefined) return known
  const folded = foldText(name)
  foldedAreas.set(name, folded)
  return folded
}

const countryNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' })
const alias: Record<string, string> = { US: 'usa', GB: 'uk', AE: 'uae' }

/** Returns a row's values in the order of `cityColumns`. */
function valuesOf(city: City): unknown[] {
  const { place, region, regionName, district } = city
  const { name, country, geoName } = place
  const countryName = countryNames.of(country) ?? country
  const key = foldCity(name)
  const spellings = [geoName?.name ?? '', geoName?.ascii ?? ''].map(foldCity)
  const isLarge = city.population >= minForOtherNames
  const foreign = (isLarge ? geoName!.others.split(',') : []).map(foldCity)
  const others = new Set([...spellings, ...foreign.filter(({ length }) => length <= 40)])
  for (const none of ['', key]) others.delete(none)
  const regionKeys = [region, regionName, ...(regionCodes[country]?.[regionName] ?? [])]
  const countryKeys = [country, alias[country] ?? '', countryName]
  const folded = (names: string[]) => [...new Set(names.map(foldArea).filter(Boolean))]
  return [
    city.id,
    city.slug,
    name,
    [name, region, country].filter(Boolean).join(', '),
    areasAround(name, [district, regionName, countryName]).join(', '),
    key,
    others.size > 0 ? `|${[...others].join('|')}|` : '',
    [folded(regionKeys), folded(countryKeys), folded([district])]
      .map((keys) => keys.join('|'))
      .join('||'),
    city.latitude,
    city.longitude,
    cellOf(city, 4),
    city.population,
    city.isSettled,
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

const escaped = (value: unknown) =>
  String(value).replace(
    /[\\\t\n\r]/g,
    (sign) => ({ '\t': '\\t', '\n': '\\n', '\r': '\\r' })[sign] ?? '\\\\',
  )

export function buildCities(file: string) {
  const cities = readCities()
  const nearest = nearestFinder(cities)
  for (const city of cities)
    city.zone ||= nearest(city, city.place.country)?.zone ?? nearest(city)?.zone ?? 'UTC'
  giveZips(cities, nearest)
  writeFileSync(file, cities.map((city) => `${valuesOf(city).map(escaped).join('\t')}\n`).join(''))
}

if (process.argv[2]) buildCities(process.argv[2])
