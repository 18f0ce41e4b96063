import { builtFolders } from '#platform/server/built-file.ts'
import type { Point } from '#domain/miles.ts'
import type { GazetteerData } from './build.server.ts'
import { loadGazetteerData } from './file.server.ts'
import { citySearch, countryName } from './search.server.ts'
import { nearestOf } from './nearest-city.server.ts'
import { largestWithin } from './largest-within.server.ts'
import { lowerBound, textAt } from './packed-texts.ts'

/** West, south, east, north. */
export type Box = readonly [number, number, number, number]

/** `name` is the label that members see: 'Minneapolis, MN, US'. */
export type City = Point & {
  /** The GeoNames id; below zero for a place that has none. */
  id: number
  name: string
  /** Unique and readable: 'minneapolis-mn-us'. */
  slug: string
  timeZone: string
  population: number
  /** Tells apart what shares a label: 'Hennepin County, Minnesota, United States'. */
  area: string
}

export type Gazetteer = {
  suggestCities(q: string, near: Point | undefined, limit: number): City[]
  /**
   * The city whose whole name this is, with or without its state or country; of several the one at the point, then
   * one whose own name it is, then the largest. A large one may be `misspelt` by a letter.
   */
  namedCity(text: string, near: Point | undefined, misspelt?: boolean): City | undefined
  /** Cities of any size whose whole name this is, or is `misspelt` by a letter. */
  citiesCalled(text: string, near: Point | undefined, limit: number, misspelt: boolean): City[]
  nearestCity(latitude: number, longitude: number): City
  cityBySlug(slug: string): City | undefined
  cityById(id: number): City | undefined
  /** The largest in a box, as many as that; districts and quarters too. */
  citiesWithin(box: Box, limit: number): City[]
}

let loading: Promise<Gazetteer> | undefined

/** Loaded at the first question, once per process; `stateDir` serves where node_modules is read-only. */
export function gazetteer(stateDir?: string): Promise<Gazetteer> {
  loading ??= loadGazetteerData(builtFolders(stateDir))
    .then(open)
    .catch((error: unknown) => {
      // The next question tries again.
      loading = undefined
      throw error
    })
  return loading
}

function open(data: GazetteerData): Gazetteer {
  const count = data.id.length
  const cityAt = (index: number): City => {
    const region = data.regions[data.region[index]!]!
    const country = data.countries[data.country[index]!]!
    const parts = [data.districts[data.district[index]!], region.name, countryName(country)]
    return {
      id: data.id[index]!,
      name: [textAt(data.names, index), region.code, country].filter(Boolean).join(', '),
      slug: textAt(data.slugs, index),
      latitude: data.latitude[index]!,
      longitude: data.longitude[index]!,
      timeZone: data.zones[data.zone[index]!]!,
      population: data.population[index]!,
      area: parts.filter(Boolean).join(', '),
    }
  }
  const { suggest, named, called, bySlug } = citySearch(data)
  const nearest = nearestOf(data)
  const within = largestWithin(data)
  return {
    suggestCities: (q, near, limit) => suggest(q, near, limit).map(cityAt),
    namedCity(text, near, misspelt = true) {
      const index = named(text, near, misspelt)
      return index === undefined ? undefined : cityAt(index)
    },
    citiesCalled: (text, near, limit, misspelt) => called(text, near, limit, misspelt).map(cityAt),
    nearestCity: (latitude, longitude) => cityAt(nearest(longitude, latitude)),
    cityBySlug(slug) {
      const index = bySlug(slug)
      return index === undefined ? undefined : cityAt(index)
    },
    citiesWithin: (box, limit) => within(box, limit).map(cityAt),
    cityById(id) {
      const index = data.byId[lowerBound(count, (at) => data.id[data.byId[at]!]! < id)]
      return index !== undefined && data.id[index] === id ? cityAt(index) : undefined
    },
  }
}
