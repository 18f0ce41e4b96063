import { startTransition, useCallback, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import type { Distance } from '#domain/distances.ts'
import type { Point } from '#domain/miles.ts'
import { choosePlace } from '#features/accounts/profile/location.ts'
import { selectedDistance, type Place } from '#features/places/chosen.ts'
import { rounded } from '#features/places/rounded.ts'
import {
  searchOf,
  withoutPoint,
  type Filters,
  type FurtherPage,
  type Question,
} from '../question.ts'
import type { Listing } from './listing-loader.ts'

/** Where a listing lives: the path of its screen, and what else belongs into the query. */
export type Home = {
  path: string
  extra?: string
  /** The categories' part of the query, where one may choose several. */
  kinds?: (categories: number[]) => string
}

/**
 * The question as wanted (a filter shows before its list has loaded), and the ways to change
 * it. Each change is an address that takes the place of the last, so that 'back' leaves the list.
 */
export function useQuestion(listing: Listing, home: Home) {
  const { question, cityPage } = listing
  const here = useLocation()
  const navigate = useNavigate()
  const isNavigating = useNavigation().state !== 'idle'
  // The router tells of a navigation only when there is time; what was ticked must show before, and until its list is
  // there: an earlier question's list may come in between.
  const [changed, setChanged] = useState<Changed | null>(null)
  const { question: wanted, categories } = changed ?? listing

  // Not the place that a page without one takes over by itself.
  const byHand = useRef(false)
  const takeByHand = useCallback(() => {
    const was = byHand.current
    byHand.current = false
    return was
  }, [])

  /** Where the answer stands. */
  const addressOf = (
    change: Partial<Question>,
    { page, extra = home.extra, map = listing.map }: Along = {},
  ) => {
    const next = { ...wanted, ...change }
    const stays = cityPage && !change.point
    const further = page && `${new URLSearchParams({ ...page, from: `${page.from}` })}`
    const search = stays ? withoutPoint(next) : searchOf(next)
    const path = stays ? here.pathname : home.path
    return path + joined(search, [extra, map && 'view=map', further])
  }
  const withCategories = (chosen: number[]) =>
    addressOf({ tags: [] }, { extra: home.kinds?.(chosen) })

  const show = async (next: Changed, address: string, replace = true) => {
    setChanged(next)
    await navigate(address, { replace, preventScrollReset: true })
    // Together with the new list, which the router shows in a transition too.
    startTransition(() => setChanged((latest) => (latest === next ? null : latest)))
  }
  const ask = (change: Partial<Question>, replace = true) =>
    void show({ question: { ...wanted, ...change }, categories }, addressOf(change), replace)

  return {
    wanted,
    /** A list for another question is on its way. */
    busy: isNavigating && wanted !== question,
    /** Once after a choice of the visitor’s own. */
    takeByHand,
    ask,
    addressOf,
    categories,
    /** Where the same is asked of these categories, without tags: they are of one category each. */
    withCategories,
    chooseCategories:
      home.kinds &&
      ((chosen: number[]) => {
        byHand.current = true
        const question = { ...wanted, tags: [] }
        void show({ question, categories: chosen }, withCategories(chosen))
      }),
    /** The form that asks the same without scripts: where it goes, and what goes along unseen. */
    form: {
      action: cityPage ? here.pathname : home.path,
      kept: hiddenEntries(listing, home),
    },
    /** Filters, order and how far. */
    filter(change: Partial<Filters & Pick<Question, 'distanceMiles'>>) {
      byHand.current = true
      if (change.distanceMiles) selectedDistance.set(change.distanceMiles)
      ask(change)
    },
    /** Where the map was moved to: a step of its own, so that 'back' leads to the view before. */
    searchHere: (point: Point, distanceMiles: Distance) => ask({ point, distanceMiles }, false),
    setPlace(place: Place) {
      byHand.current = true
      choosePlace(place)
      const distance = !question.point && { distanceMiles: selectedDistance.get() }
      ask({ point: rounded(place), ...distance })
    },
  }
}

/** What goes along besides the question: a further page, the screen's own part, whether with the map. */
type Along = { page?: FurtherPage; extra?: string | undefined; map?: boolean }
type Changed = { question: Question; categories: number[] }

export type Asking = ReturnType<typeof useQuestion>

function hiddenEntries({ map, question, cityPage }: Listing, { extra }: Home) {
  const point = cityPage ? null : question.point
  return [
    ...new URLSearchParams(extra),
    ...(map ? [['view', 'map'] as const] : []),
    ...Object.entries(point ?? {}).map(asTexts),
  ]
}

const asTexts = ([name, value]: [string, number]) => [name, `${value}`] as const

function joined(search: string, [extra, ...rest]: (string | false | undefined)[]) {
  const parts = [extra, search.slice(1), ...rest].filter(Boolean)
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}
