import { useCallback, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigation, type Location } from 'react-router'
import type { DistanceOption } from '#domain/position/distances.ts'
import type { Point } from '#domain/position/miles.ts'
import { chooseCity } from '#features/accounts/profile/location.ts'
import { selectedDistance, type ChosenCity } from '#features/places/chosen.ts'
import { roundPoint } from '#features/places/rounded.ts'
import {
  listingQueryString,
  cityQueryString,
  type Filters,
  type ListPageParams,
  type ListingQuery,
} from '../question.ts'
import type { Listing } from './listing-loader.ts'

/** The address of a listing's screen: its path, and what else belongs in the query. */
export type ListingUrlParts = {
  path: string
  extra?: string
  /** Returns the categories' part of the query. Absent if only one category can be shown. */
  kinds?: (categories: number[]) => string
}

/**
 * Returns the wanted question (a filter shows before its list has loaded), and functions to change it. Each change
 * except `searchHere` replaces the history entry, so that 'back' leaves the list.
 */
export function useListingQuery(listing: Listing, home: ListingUrlParts) {
  const { question, cityPage } = listing
  const here = useLocation()
  const navigate = useNavigate()
  const isNavigating = useNavigation().state !== 'idle'
  // The router reports a navigation with a delay. A ticked filter must show at once and until its own list has loaded,
  // because the list of an earlier question can arrive in between.
  const [changed, setChanged] = useState<Changed | null>(null)
  // The promise of `navigate` doesn't tell when the list has loaded: it can resolve while the list still waits for a
  // script, or when a revalidation replaces the navigation.
  const isThere = changed !== null && !isNavigating && changed.here !== here
  if (isThere) setChanged(null)
  const { question: wanted, categories } = isThere ? listing : (changed ?? listing)

  // True from a visitor's change of filters, categories or place until `takeUserChange` reads it. Stays false if a page
  // without a place applies the stored one by itself, and if the map is searched.
  const byUser = useRef(false)
  const takeUserChange = useCallback(() => {
    const was = byUser.current
    byUser.current = false
    return was
  }, [])

  /** Returns the address of the list for the changed question. */
  const addressOf = (
    change: Partial<ListingQuery>,
    { page, extra = home.extra, map = listing.map }: Along = {},
  ) => {
    const next = { ...wanted, ...change }
    const stays = cityPage && !change.point
    const further = page && `${new URLSearchParams({ ...page, from: `${page.from}` })}`
    const search = stays ? cityQueryString(next) : listingQueryString(next)
    const path = stays ? here.pathname : home.path
    return path + joined(search, [extra, map && 'view=map', further])
  }
  const withCategories = (chosen: number[]) =>
    addressOf({ tags: [] }, { extra: home.kinds?.(chosen) })

  const show = (next: Omit<Changed, 'here'>, address: string, replace = true) => {
    setChanged({ ...next, here })
    void navigate(address, { replace, preventScrollReset: true })
  }
  const changeQuestion = (change: Partial<ListingQuery>, replace = true) =>
    show({ question: { ...wanted, ...change }, categories }, addressOf(change), replace)

  return {
    wanted,
    /** True while the list for a changed question is loading. */
    busy: isNavigating && wanted !== question,
    /** Returns true once after the visitor has changed filters, categories or the place. */
    takeUserChange,
    changeQuestion,
    addressOf,
    categories,
    /**
     * Returns the address of the same list for these categories. It has no tags, because each tag belongs to one
     * category.
     */
    withCategories,
    chooseCategories:
      home.kinds &&
      ((chosen: number[]) => {
        const question = { ...wanted, tags: [] }
        byUser.current = true
        show({ question, categories: chosen }, withCategories(chosen))
      }),
    /** Address and hidden fields of the form that requests the same list without scripts. */
    form: {
      action: cityPage ? here.pathname : home.path,
      kept: hiddenEntries(listing, home),
    },
    /** Changes filters, order or distance. */
    filter(change: Partial<Filters & Pick<ListingQuery, 'distanceMiles'>>) {
      byUser.current = true
      changeQuestion(change)
      if (change.distanceMiles) selectedDistance.set(change.distanceMiles)
    },
    /** Searches where the map was moved to. This adds a history entry, so that 'back' leads to the view before. */
    searchHere: (point: Point, distanceMiles: DistanceOption) =>
      changeQuestion({ point, distanceMiles }, false),
    setPlace(place: ChosenCity) {
      const distance = !question.point && { distanceMiles: selectedDistance.get() }
      byUser.current = true
      changeQuestion({ point: roundPoint(place), ...distance })
      chooseCity(place)
    },
  }
}

/**
 * What an address contains besides the question: a further page, the screen's own part, and whether the map is shown.
 */
type Along = { page?: ListPageParams; extra?: string | undefined; map?: boolean }
/** A changed question, and the location at which it was changed. */
type Changed = { question: ListingQuery; categories: number[]; here: Location }

export type ListingQueryControls = ReturnType<typeof useListingQuery>

function hiddenEntries({ map, question, cityPage }: Listing, { extra }: ListingUrlParts) {
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
