import type { Point } from '#domain/position/miles.ts'
import type { CategoryId } from '#domain/vocabulary/categories.ts'
import { roundPoint } from '#features/places/rounded.ts'
import { sendBeacon } from '#platform/web/api/beacon.ts'

/** What was reported since the page was loaded, so that going back and forth is counted only once. */
const told = new Set<string>()

function once(what: string, tell: () => void) {
  if (told.has(what)) return
  told.add(what)
  tell()
}

/** Tells the server that a visitor was shown an empty list of a category near a point. */
export function tellEmptyList(category: CategoryId, point: Point): void {
  const near = roundPoint(point)
  once(`list ${category} ${near.latitude} ${near.longitude}`, () =>
    sendBeacon('POST /unmet-demand/lists', { category, ...near }),
  )
}

/** Tells the server that a visitor's search found nothing. */
export function tellFailedSearch(q: string, point: Point | null): void {
  once(`search ${q}`, () =>
    sendBeacon('POST /unmet-demand/searches', { q, ...(point && roundPoint(point)) }),
  )
}
