import { rounded } from '#features/places/rounded.ts'
import { distances, type Distance, type Place } from '#platform/web/session.ts'
import type { Point } from '#domain/distance.ts'

/** What a listing page asks for: all of it is in its address. */
export type Question = { point: Point | null; distanceMiles: Distance; tags: number[] }

/** Reads an address; what makes no sense in it is as if it weren't there. */
export function readQuestion(params: URLSearchParams): Question {
  const distance = Number(params.get('distanceMiles'))
  const tags = (params.get('tags') ?? '').split(',').map(Number)
  return {
    point: readPoint(params),
    distanceMiles: distances.find((one) => one === distance) ?? 20,
    tags: [...new Set(tags)].filter((tag) => Number.isInteger(tag) && tag >= 1 && tag <= 151),
  }
}

function readPoint(params: URLSearchParams): Point | null {
  const [latitude, longitude] = ['latitude', 'longitude'].map((name) =>
    Number.parseFloat(params.get(name) ?? ''),
  ) as [number, number]
  const real = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  return real ? rounded({ latitude, longitude }) : null
}

/** `?latitude=44.98&longitude=-93.264&distanceMiles=20&tags=35,36`, always in this order. */
export function searchOf({ point, distanceMiles, tags }: Question): string {
  const parts = point
    ? [
        `latitude=${point.latitude}`,
        `longitude=${point.longitude}`,
        `distanceMiles=${distanceMiles}`,
      ]
    : []
  if (tags.length > 0) parts.push(`tags=${tags.join(',')}`)
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}

/** On a city's page the path says where. */
export function withoutPoint({ distanceMiles, tags }: Question) {
  const parts = [
    ...(distanceMiles === 20 ? [] : [`distanceMiles=${distanceMiles}`]),
    ...(tags.length === 0 ? [] : [`tags=${tags.join(',')}`]),
  ]
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}

/** One further page of one of the lists, and how many of it come before. */
export type FurtherPage = { list: 'nearBy' | 'top'; cursor: string; from: number }

export function readPage(params: URLSearchParams): FurtherPage | null {
  const [list, cursor, from] = ['list', 'cursor', 'from'].map((name) => params.get(name) ?? '')
  if (!cursor || (list !== 'nearBy' && list !== 'top')) return null
  return { list, cursor, from: /^\d{1,5}$/.test(from!) ? Number(from) : 0 }
}

/** A category's page as this visitor wants it: near their place, as far as they go. */
export const categoryAddress = (slug: string, place: Place | null, distanceMiles: Distance) =>
  `/${slug}${searchOf({ point: place && rounded(place), distanceMiles, tags: [] })}`

export const samePoint = (a: Point | null, b: Point | null) =>
  a === b || (!!a && !!b && a.latitude === b.latitude && a.longitude === b.longitude)

/** 'Minneapolis, MN' to people at home; the country where it isn't the obvious one. */
export const shortName = (name: string) => name.replace(/, US$/, '')

export const cityOnly = (name: string) => name.split(',')[0] ?? name
