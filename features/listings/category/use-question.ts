import { useCallback, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { choosePlace } from '#features/accounts/profile/location.ts'
import { rounded } from '#features/places/rounded.ts'
import { selectedDistance, type Distance, type Place } from '#platform/web/session.ts'
import type { Listing } from './listing-loader.ts'
import {
  searchOf,
  withoutPoint,
  type Filters,
  type FurtherPage,
  type Question,
} from '../question.ts'

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
  const moving = useNavigation().state !== 'idle'
  // The router tells of a navigation only when there is time; what was ticked must show before.
  const [asked, setAsked] = useState<Wanted | null>(null)
  const wanted = asked?.of === listing ? asked.question : question
  const categories = asked?.of === listing ? asked.categories : listing.categories

  // Not the place that a page without one takes over by itself.
  const byHand = useRef(false)
  const takeByHand = useCallback(() => {
    const was = byHand.current
    byHand.current = false
    return was
  }, [])

  /** Where the answer stands. */
  const addressOf = (change: Partial<Question>, page?: FurtherPage, extra = home.extra) => {
    const next = { ...wanted, ...change }
    const stays = cityPage && !change.point
    const path = stays ? here.pathname : home.path
    const search = stays ? withoutPoint(next) : searchOf(next)
    return (
      path + joined(search, [extra, page && new URLSearchParams({ ...page, from: `${page.from}` })])
    )
  }

  const withCategories = (chosen: number[]) =>
    addressOf({ tags: [] }, undefined, home.kinds?.(chosen))

  const ask = (change: Partial<Question>) => {
    setAsked({ of: listing, question: { ...wanted, ...change }, categories })
    void navigate(addressOf(change), { replace: true, preventScrollReset: true })
  }

  return {
    wanted,
    /** A list for another question is on its way. */
    busy: moving && wanted !== question,
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
        setAsked({ of: listing, question: { ...wanted, tags: [] }, categories: chosen })
        void navigate(withCategories(chosen), { replace: true, preventScrollReset: true })
      }),
    /** The form that asks the same without scripts: where it goes, and what goes along unseen. */
    form: {
      action: cityPage ? here.pathname : home.path,
      kept: [
        ...new URLSearchParams(home.extra),
        ...(question.point && !cityPage ? Object.entries(question.point).map(asTexts) : []),
      ],
    },
    /** Filters and order, together with how far where that is said. */
    filter(change: Partial<Filters & Pick<Question, 'distanceMiles'>>) {
      byHand.current = true
      if (change.distanceMiles) selectedDistance.set(change.distanceMiles)
      ask(change)
    },
    setDistance(distanceMiles: Distance) {
      byHand.current = true
      selectedDistance.set(distanceMiles)
      ask({ distanceMiles })
    },
    setPlace(place: Place) {
      byHand.current = true
      choosePlace(place)
      ask({
        point: rounded(place),
        ...(!question.point && { distanceMiles: selectedDistance.get() }),
      })
    },
  }
}

type Wanted = { of: Listing; question: Question; categories: number[] }

export type Asking = ReturnType<typeof useQuestion>

const asTexts = ([name, value]: [string, number]) => [name, `${value}`] as const

function joined(search: string, [extra, page]: [string | undefined, URLSearchParams | undefined]) {
  const parts = [extra, search.slice(1), page?.toString()].filter(Boolean)
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}
