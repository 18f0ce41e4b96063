const nearMe = /\b(?:near me|near here|nearby|close to me|around me)\b/gi
const openNow = /\bopen (?:right )?now\b/gi

/** What a query asks for. 'near me' means the searcher's point, 'open now' the filter of lists. */
export type ReadQuery = { q: string; nearMe: boolean; openNow: boolean }

/** Takes 'near me' and 'open now' out of a query, unless nothing else is left. */
export function readQuery(written: string): ReadQuery {
  const rest = written.replace(nearMe, ' ').replace(openNow, ' ').replace(/\s+/g, ' ').trim()
  return {
    q: rest || written,
    nearMe: rest !== '' && written.search(nearMe) >= 0,
    openNow: rest !== '' && written.search(openNow) >= 0,
  }
}
