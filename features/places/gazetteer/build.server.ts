import { around } from 'geokdbush'
import KDBush from 'kdbush'
import { foldCity, slugOf } from '../fold.ts'
import { type Locality, readLocalities, readNames } from './join.server.ts'
import { nearestCityFinder } from './nearest-city.server.ts'
import { packTexts, type Texts } from './packed-texts.ts'
import { createRequire } from 'node:module'

/** The gazetteer's data: arrays with one value per city, sorted by slug, and indexes into them. */
export type GazetteerData = {
  id: Int32Array
  latitude: Float64Array
  longitude: Float64Array
  population: Int32Array
  zone: Uint16Array
  region: Uint16Array
  district: Uint16Array
  country: Uint16Array
  names: Texts
  slugs: Texts
  /** Indexes of the cities, sorted by id. */
  byId: Int32Array
  /** Indexes of the cities, sorted by latitude. */
  northward: Uint32Array
  /** Folded names in ascending order. `keyCity` has the city of each; `keyOther` is 1 for names in other languages. */
  keys: Texts
  keyCity: Int32Array
  keyOther: Uint8Array
  /** US zip codes in ascending order. `zipCity` has the city of each. */
  zip: Int32Array
  zipCity: Int32Array
  /** Cities that a point can belong to. `large` has only the large ones among them. */
  settled: CityTree
  large: CityTree
  zones: string[]
  countries: string[]
  regions: { code: string; name: string }[]
  districts: string[]
}

/** A subset of the cities with a kd-tree of their positions. */
export type CityTree = { tree: ArrayBufferLike; cities: Int32Array }

type City = { place: Locality; id: number; slug: string; region: string; district: string }

/**
 * GeoNames kinds of quarters and of places that no longer exist. No point belongs to these, otherwise midtown Manhattan
 * would be in 'Gramercy Park'.
 */
const unsettled = new Set(['PPLX', 'PPLH', 'PPLQ', 'PPLW', 'PPLCH'])
const isSettled = ({ geoName }: Locality) => geoName !== undefined && !unsettled.has(geoName.kind)

/** Minimum population of a city whose names in other languages are stored. */
const fewestForOtherNames = 100_000
const largeFrom = 50_000

export function buildGazetteer(): GazetteerData {
  const { cities, data } = columnsOf()
  const listed = cities.map(({ place, region }) => ({
    name: place.name,
    region: region.split('\t')[0]!,
    country: place.country,
  }))
  return { ...data, ...zipsOf(listed, nearestCityFinder(data)) }
}

type Zips = 'zip' | 'zipCity'

function columnsOf() {
  const cities = findCities()
  const column = (of: (city: City) => number) => cities.map(of)
  const zones = table()
  const countries = table()
  const regions = table()
  const districts = table()
  const settled = [...cities.keys()].filter((index) => isSettled(cities[index]!.place))
  const large = settled.filter((index) => cities[index]!.place.geoName!.population >= largeFrom)
  const tree = treeOver(cities, settled)
  const zoneOf = ({ geoName, latitude, longitude }: Locality) =>
    geoName?.zone ?? cities[settled[around(tree, longitude, latitude, 1)[0]!]!]!.place.geoName!.zone
  const data: Omit<GazetteerData, Zips> = {
    id: Int32Array.from(column(({ id }) => id)),
    latitude: Float64Array.from(column(({ place }) => place.latitude)),
    longitude: Float64Array.from(column(({ place }) => place.longitude)),
    population: Int32Array.from(column(({ place }) => place.geoName?.population ?? 0)),
    zone: Uint16Array.from(column(({ place }) => zones.add(zoneOf(place)))),
    region: Uint16Array.from(column(({ region }) => regions.add(region))),
    district: Uint16Array.from(column(({ district }) => districts.add(district))),
    country: Uint16Array.from(column(({ place }) => countries.add(place.country))),
    names: packTexts(cities.map(({ place }) => place.name)),
    slugs: packTexts(cities.map(({ slug }) => slug)),
    byId: Int32Array.from(cities.keys()).sort((a, b) => cities[a]!.id - cities[b]!.id),
    northward: Uint32Array.from(cities.keys()).sort(
      (a, b) => cities[a]!.place.latitude - cities[b]!.place.latitude,
    ),
    ...keysOf(cities),
    settled: { tree: tree.data, cities: Int32Array.from(settled) },
    large: { tree: treeOver(cities, large).data, cities: Int32Array.from(large) },
    zones: zones.rows,
    countries: countries.rows,
    regions: regions.rows.map((row) => {
      const [code, name] = row.split('\t')
      return { code: code!, name: name! }
    }),
    districts: districts.rows,
  }
  return { cities, data }
}

function findCities(): City[] {
  const regionNames = readNames('admin1')
  const districtNames = readNames('admin2')
  const cities = readLocalities().map((place): City => {
    const area = `${place.country}.${place.admin1}`
    const name = regionNames.get(area) ?? ''
    // Outside the US most region codes are numbers, so the region's name is shown.
    const code = place.country === 'US' ? place.admin1 : name
    return {
      place,
      id: place.geoName?.id ?? 0,
      slug: slugOf(place.name, code, place.country),
      region: `${code}\t${name}`,
      district: districtNames.get(`${area}.${place.admin2}`) ?? '',
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
    for (const letter of `${city.slug} ${city.place.latitude} ${city.place.longitude}`)
      hash = Math.imul(hash ^ letter.codePointAt(0)!, 16_777_619)
    let id = -(hash >>> 1) - 1
    while (taken.has(id)) id += 1
    taken.add(id)
    city.id = id
  }
}

function keysOf(cities: City[]) {
  const keys: { text: string; city: number; other: number }[] = []
  for (const [city, { place }] of cities.entries()) {
    const own = foldCity(place.name)
    const texts = new Set([own])
    if (place.geoName) texts.add(foldCity(place.geoName.name)).add(foldCity(place.geoName.ascii))
    const many = (place.geoName?.population ?? 0) >= fewestForOtherNames
    const others = many ? place.geoName!.others.split(',').map(foldCity) : []
    const mine = texts.size
    for (const other of others) if (other.length > 1 && other.length <= 40) texts.add(other)
    for (const [order, text] of [...texts].entries())
      if (text !== '') keys.push({ text, city, other: order < mine ? 0 : 1 })
  }
  keys.sort((a, b) => {
    if (a.text === b.text) return 0
    return a.text < b.text ? -1 : 1
  })
  return {
    keys: packTexts(keys.map(({ text }) => text)),
    keyCity: Int32Array.from(keys.map(({ city }) => city)),
    keyOther: Uint8Array.from(keys.map(({ other }) => other)),
  }
}

function treeOver(cities: City[], some: number[]) {
  const tree = new KDBush(some.length)
  for (const index of some) tree.add(cities[index]!.place.longitude, cities[index]!.place.latitude)
  return tree.finish()
}

/** Collects distinct values in `rows`. `add` returns a value's index. */
function table() {
  const places = new Map<string, number>()
  return {
    rows: [] as string[],
    add(row: string) {
      const at = places.get(row) ?? this.rows.push(row) - 1
      places.set(row, at)
      return at
    },
  }
}

type Zip = { zip: string; latitude: number; longitude: number; city: string; state: string }
type Listed = { name: string; region: string; country: string }

/**
 * Returns US zip codes in ascending order, each with its city: the city in the zip code's state that has the name given
 * for the zip code or, if there is none, the nearest city.
 */
export function zipsOf(cities: Listed[], nearest: (longitude: number, latitude: number) => number) {
  const named = new Map<string, number>()
  for (const [index, { name, region, country }] of cities.entries()) {
    const key = `${foldCity(name)} ${region}`
    if (country === 'US' && !named.has(key)) named.set(key, index)
  }
  const { codes } = createRequire(import.meta.url)('zipcodes/lib/codes.js') as {
    codes: Record<string, Zip>
  }
  const rows = Object.values(codes)
    .filter(({ zip }) => /^\d{5}$/.test(zip))
    .sort((a, b) => Number(a.zip) - Number(b.zip))
  return {
    zip: Int32Array.from(rows.map(({ zip }) => Number(zip))),
    zipCity: Int32Array.from(
      rows.map(
        ({ city, state, longitude, latitude }) =>
          named.get(`${foldCity(city)} ${state}`) ?? nearest(longitude, latitude),
      ),
    ),
  }
}
