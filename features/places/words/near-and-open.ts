const nearMe =
  /(?:^|\s)(?:near\s*by|(?:near|close to|around) me|around here|close by)(?=$|[\s.,!?])/gi
const openNow =
  /(?:^|\s)(?:(?:that|which)(?:['’]s|\s+is|\s+are)\s+)?(?:(?:still|now|currently)\s+open(?:\s+now)?|open\s+(?:(?:right\s+)?now|late|today|tonight|at the moment))(?=$|[\s.,!?])/gi
const theBest =
  /^\s*(?:(?:where(?:['’]s| is| are)|find|the|some)\s+)*(?:best|tastiest|top|greatest|good|great|delicious|tasty|cheap|cheapest)\s+(?=\S)/i

/** Removes 'near me' and the like, unless nothing else is left. */
export const withoutNearMe = (q: string) => q.replace(nearMe, ' ').trim() || q

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

/** Removes 'the best' and similar words at the beginning. Not used for restaurants, whose names can begin with them. */
export const withoutTheBest = (q: string) => q.replace(theBest, '')
