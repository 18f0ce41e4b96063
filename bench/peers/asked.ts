import type { Point } from '../../domain/position/miles.ts'
import { noFilters, type RankingQuery } from '../../features/listings/ranking.server.ts'
import { alsoAsked, questions } from '../questions.ts'

export type Asked = {
  category: number
  point: { latitude: number; longitude: number }
  distanceMiles: number
  tags: number[]
}

/** `listing_reads` has requests as people send them, `listing_fresh` always new points in the densest city. */
export const workloads = ['listing_reads', 'listing_fresh'] as const
export type Workload = (typeof workloads)[number]

/** Returns a function that gives one request after the other, the same ones that the bench sends to the site. */
export function askedIn(workload: Workload, items: number, seed: number): () => Asked {
  const next = { ...questions, ...alsoAsked }[workload]!({ items, tokens: [], seed })
  return () => read(next().path)
}

export function read(path: string): Asked {
  const { searchParams } = new URL(path, 'http://bench')
  const number = (name: string) => Number(searchParams.get(name))
  return {
    category: number('category'),
    point: { latitude: number('latitude'), longitude: number('longitude') },
    distanceMiles: number('distanceMiles') || 20,
    tags: (searchParams.get('tags') ?? '').split(',').filter(Boolean).map(Number),
  }
}

/** Converts a request to the input of the site's own ranking and back. Peers don't support its other filters. */
export const questionOf = ({ category, ...asked }: Asked) => ({
  ...noFilters,
  ...asked,
  categories: [category],
})
export const askedOf = ({
  categories: [category],
  point,
  distanceMiles,
  tags,
}: RankingQuery & { point: Point }): Asked => ({
  category: category!,
  point,
  distanceMiles,
  tags,
})
