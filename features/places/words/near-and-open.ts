import { foldText } from '../fold.ts'

const nearMe =
  /(?:^|\s)(?:near\s*by|(?:near|close to|around) (?:me|here)|close by|(?<=\S\s)here(?=[\s.,!?]*$))(?=$|[\s.,!?])/gi
const openNow =
  /(?:^|\s)(?:(?:that|which)(?:['’]s|\s+is|\s+are)\s+)?(?:(?:still|now|currently)\s+open(?:\s+now)?|open\s+(?:(?:right\s+)?now|late|today|tonight|at the moment))(?=$|[\s.,!?])/gi
const theBest =
  /^\s*(?:(?:where(?:['’]s| is| are)|find|the|some)\s+)*(?:best|tastiest|top|greatest|good|great|delicious|tasty|cheap|cheapest)\s+(?=\S)/i
/** Matches 'food' and 'places' after a kind of food: 'thai food'. With some words it is a name of something else. */
const food =
  /(?<=\S)(?<!(?:^|\s)(?:angel|baby|comfort|devil['’]?s|fast|finger|hawker|health|junk|la|market|party|pet|raw|sea|snack|soul|street|whole))\s+(?:foods?|places?)(?=\s+(?:in|near|at|around)\s|[\s.,!?]*$)/i

/** Removes 'near me' and the like, unless nothing else is left. */
const withoutNearMe = (q: string) => q.replace(nearMe, ' ').trim() || q

/** Returns whether a query has 'near me' or the like. */
export const saysNearMe = (q: string) => q.search(nearMe) >= 0

/**
 * Returns the query without 'open now' and the like, and whether it had such words. They ask for a list's filter 'Open
 * now' and are no part of a name, unless nothing else is left.
 */
export function withoutOpenNow(q: string): { rest: string; openNow: boolean } {
  const left = q.replace(openNow, ' ')
  const rest = left.replaceAll(/\s+/g, ' ').trim()
  return left !== q && rest !== '' ? { rest, openNow: true } : { rest: q, openNow: false }
}

/** Words that name nothing, even if a query has no others: 'best restaurants near me'. */
const nothing = new Set(
  `a anything around best close cheap eat food foods good great here me near nearby place places restaurant
   restaurants something somewhere the to top`.split(/\s+/),
)

/** The parts of a query that say something else than what is looked for, left out one after the other. */
export type ReadQuery = {
  openNow: boolean
  nearMe: boolean
  /** Without 'open now'. */
  named: string
  /** Also without 'near me': all that can be a name. */
  q: string
  /** Also without 'the best' and 'food', with which a name can begin or end. */
  what: string
  /** True if no word of it names anything. */
  isNothing: boolean
}

export function readQuery(written: string): ReadQuery {
  const { rest: named, openNow } = withoutOpenNow(written)
  const q = withoutNearMe(named)
  const what = q.replace(theBest, '').replace(food, '')
  const isNothing = foldText(what)
    .split(' ')
    .every((word) => nothing.has(word))
  return { openNow, nearMe: saysNearMe(named), named, q, what, isNothing }
}
