import { tagsOf } from '../domain/vocabulary/tags.data.ts'
import { roundPoint } from '../features/places/rounded.ts'
import { citiesOf, cityCount, densest, generator, pointIn, someCity, zipf } from './centres.ts'
import type { Random } from './centres.ts'
import { popular } from './filling/dishes.ts'

export type Question = { method: 'GET' | 'POST'; path: string; token?: string }
/** Returns the next request. Calls with the same seed get the same sequence. */
export type Questions = () => Question

const get = (path: string): Question => ({ method: 'GET', path })
const listing = (query: Record<string, string | number>) =>
  get(`/api/yolos?${new URLSearchParams(query as Record<string, string>)}`)

function someDistance(random: Random) {
  const draw = random()
  if (draw < 0.6) return 20
  if (draw < 0.8) return 10
  return draw < 0.9 ? 5 : 1
}

/**
 * Returns a listing request as people send them: near where they live, for popular categories, mostly at the largest
 * distance.
 */
function someones(cities: ReturnType<typeof citiesOf>, random: Random): Question {
  const { centre } = cities[someCity(cities, random)]!
  const category = popular[zipf(popular.length, random)]!
  const offered = tagsOf(category)
  const chosen = random() < 0.2 && offered.length > 0 ? offered[zipf(offered.length, random)] : null
  const distanceMiles = someDistance(random)
  return listing({
    category,
    ...roundPoint(pointIn(centre, random)),
    distanceMiles,
    ...(chosen ? { tags: chosen.id } : {}),
  })
}

const upvoteOf = (items: number, tokens: string[], random: Random): Question => ({
  method: 'POST',
  path: `/api/items/${1 + Math.floor(random() * items)}/upvote`,
  token: tokens[Math.floor(random() * tokens.length)]!,
})

/** Requests of other measurements, which aren't figures of their own. */
export const alsoAsked: typeof questions = {
  // The mix without its votes, because the peers don't get to know what a vote changes.
  listing_reads: ({ items, seed }) => {
    const random = generator(seed)
    const cities = citiesOf(cityCount(items))
    return () => someones(cities, random)
  },
  // All members in turn vote for the same dish, and in the next round take their votes back.
  upvote_hot: ({ tokens }) => {
    let count = 0
    return () => {
      const act = Math.floor(count / tokens.length) % 2 === 0 ? 'upvote' : 'removeUpvote'
      const token = tokens[count++ % tokens.length]!
      return { method: 'POST', path: `/api/items/1/${act}`, token }
    }
  },
}

/** The requests of each figure. */
export const questions: Record<
  string,
  (made: { items: number; tokens: string[]; seed: number }) => Questions
> = {
  listing_same: () => () => listing({ category: 3, ...densest }),
  listing_mix: ({ items, tokens, seed }) => {
    const random = generator(seed)
    const cities = citiesOf(cityCount(items))
    let count = 0
    return () => (++count % 21 === 0 ? upvoteOf(items, tokens, random) : someones(cities, random))
  },
  listing_fresh: ({ seed }) => {
    const random = generator(seed)
    return () => listing({ category: 3, ...pointIn(densest, random) })
  },
  page_category: () => () =>
    get(`/burgers?latitude=${densest.latitude}&longitude=${densest.longitude}`),
  upvote: ({ items, tokens, seed }) => {
    const random = generator(seed)
    return () => upvoteOf(items, tokens, random)
  },
}
