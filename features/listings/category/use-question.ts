import { useState } from 'react'
import { useLocation, useNavigate, useNavigation, type Location } from 'react-router'
import type { DistanceOption } from '#domain/position/distances.ts'
import { type Point, roundPoint } from '#domain/position/miles.ts'
import { chooseCity, selectedDistance, type ChosenCity } from '#features/places/chosen.ts'
import {
  cityQueryString,
  listingQueryString,
  type ListingQuery,
  type ListPageParams,
} from '../question.ts'
import type { Listing } from './listing-loader.ts'
import { useLoadedMore } from './loaded-more.ts'

/** The address of a listing's screen: its path, and what else belongs in the query. */
export type ListingUrlParts = { path: string; extra?: string }

/** What an address contains besides the question: a further page, and whether the map is shown. */
type Along = { page?: ListPageParams; map?: boolean }

/**
 * Returns the selected question (a filter shows before its list has loaded), and functions to change it. Each change
 * except `searchHere` replaces the history entry, so that 'back' leaves the list.
 */
export function useListingQuery(listing: Listing, home: ListingUrlParts) {
  const { question, cityPage } = listing
  const here = useLocation()
  const navigate = useNavigate()
  const isNavigating = useNavigation().state !== 'idle'
  const [changed, setChanged] = useState<{ question: ListingQuery; here: Location } | null>(null)
  const isThere = changed !== null && !isNavigating && changed.here !== here
  if (isThere) setChanged(null)
  const selected = isThere ? question : (changed?.question ?? question)

  /** Returns the address of the list for the changed question. */
  const addressOf = (
    change: Partial<ListingQuery>,
    { page, map = listing.map }: Along = {},
  ): string => {
    const next = { ...selected, ...change }
    const stays = cityPage && !change.point
    const search = stays ? cityQueryString(next) : listingQueryString(next)
    const parts = [
      home.extra,
      search.slice(1),
      map && 'view=map',
      page && `${new URLSearchParams({ ...page, from: `${page.from}` })}`,
    ].filter(Boolean)
    return (stays ? here.pathname : home.path) + (parts.length > 0 ? `?${parts.join('&')}` : '')
  }
  const changeQuestion = (change: Partial<ListingQuery>, replace = true) => {
    setChanged({ question: { ...selected, ...change }, here })
    void navigate(addressOf(change), { replace, preventScrollReset: true })
  }

  return {
    selected,
    loaded: useLoadedMore(),
    busy: isNavigating && selected !== question,
    addressOf,
    changeQuestion,
    /** Address and hidden fields of the form that requests the same list without scripts. */
    form: {
      action: cityPage ? here.pathname : home.path,
      hidden: [
        ...new URLSearchParams(home.extra),
        ...(listing.map ? [['view', 'map'] as const] : []),
        ...Object.entries((!cityPage && question.point) || {}).map(
          ([name, value]) => [name, `${value}`] as const,
        ),
      ],
    },
    /** Changes filters, order or distance. */
    filter(change: Partial<ListingQuery>) {
      changeQuestion(change)
      if (change.distanceMiles) selectedDistance.set(change.distanceMiles)
    },
    /** Searches where the map was moved to. This adds a history entry, so that 'back' leads to the view before. */
    searchHere: (point: Point, distanceMiles: DistanceOption) =>
      changeQuestion({ point, distanceMiles }, false),
    setPlace(place: ChosenCity) {
      const distance = !question.point && { distanceMiles: selectedDistance.get() }
      changeQuestion({ point: roundPoint(place), ...distance })
      chooseCity(place)
    },
  }
}

export type ListingQueryControls = ReturnType<typeof useListingQuery>
