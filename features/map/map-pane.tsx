import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { DistanceOption } from '#domain/position/distances.ts'
import type { Point } from '#domain/position/miles.ts'
import type { Card } from '#features/items/contract.ts'
import { distanceInWords } from '#platform/text/distance.ts'
import { useDistanceUnit } from '#platform/web/distance-unit.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import widths from '#platform/web/ui/widths.module.css'
import { useLoadOnChange } from '#platform/web/api/use-load.ts'
import { useBasemap } from './use-basemap.ts'
import { SelectedMapDishes } from './dishes-here.tsx'
import type { Circle } from './geometry.ts'
import { createMapCanvas, type MapSearchArea } from './map-canvas.ts'
import { ZoomButtons } from './map-controls.tsx'
import { MapMessage } from './map-message.tsx'
import type { MapMark } from './marks.ts'
import { MapSheets } from './map-sheets.tsx'

export type MapCard = Pick<
  Card,
  'id' | 'itemName' | 'restaurantId' | 'restaurantName' | 'distanceMiles'
>
export type MapProps = {
  /** Dishes to show, in order of rank. */
  cards: MapCard[]
  /** Number of dishes that rank before the first of `cards`. */
  from: number
  /** True if more dishes rank after the last of `cards`. */
  more: boolean
  area: Circle | null
  busy: boolean
  /** Says what wasn't found if `cards` is empty. On a phone the map hides the list, which says so elsewhere. */
  nothing: string | null
  /** The address that shows the same dishes as a list. */
  list: string
  onSearch(point: Point, miles: DistanceOption): void
}

/** Returns the cards before the first one of a 201st restaurant, because `GET /map/restaurants` accepts at most 200. */
function withPoints(cards: MapCard[]) {
  const restaurants = new Set<number>()
  const end = cards.findIndex(({ restaurantId }) => restaurants.add(restaurantId).size > 200)
  return end < 0 ? cards : cards.slice(0, end)
}

/** Shows the ranked dishes of a list on a map, and a button that searches again after the map was moved. */
export default function MapPane(props: MapProps) {
  const { cards: all, from, more, area, busy, onSearch } = props
  const cards = useMemo(() => withPoints(all), [all])
  const unit = useDistanceUnit()
  const frame = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<MapSearchArea | null>(null)
  const [picked, setPicked] = useState<number[]>([])
  const { canvas, state } = useBasemap((look) =>
    createMapCanvas(box.current!, look, area, unit, {
      pick: (members) => latest.current.pick(members),
      moved: setView,
    }),
  )
  const latest = useRef({ pick })
  useEffect(() => {
    latest.current = { pick }
  })

  const { point, miles } = area ?? {}
  useEffect(() => {
    canvas.current?.ask(point && miles ? { point, miles } : null)
    setPicked([])
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- by what it is, not which object
  }, [point?.latitude, point?.longitude, miles])
  const marksOf = useMarks(cards, from)
  useEffect(() => canvas.current?.show(marksOf()), [canvas, marksOf, state])
  useEffect(() => canvas.current?.pick(picked[0] ?? null), [canvas, picked, state])

  useEscape(frame, () => setPicked([]))

  if (state === 'broken')
    return (
      <MapMessage broken>
        This browser can’t draw maps (WebGL is missing or switched off). The list is all there.
      </MapMessage>
    )
  const chosen = chosenOf(picked, cards, from)
  // If a new list lacks a chosen dish, it is deselected, so that it isn't selected again when a later list has it.
  if (chosen.length < picked.length) setPicked(chosen.map(({ card }) => card.id))
  const isPart = more || cards.length < all.length
  return (
    <div ref={frame} className="map">
      <MapSheets />
      <div ref={box} className="map-canvas" />
      <ZoomButtons
        onZoom={(by) => canvas.current?.zoom(by)}
        onBack={area && (() => canvas.current?.back())}
      />
      <SearchHere
        view={view}
        busy={busy}
        onSearch={({ point, miles }) => {
          canvas.current?.stay()
          onSearch(point, miles)
        }}
      />
      {isPart && (
        <p className="map-part">{`Dishes ${from + 1}–${from + cards.length}, more in the list.`}</p>
      )}
      {!busy && <NothingHere {...props} />}
      {chosen.length > 0 && <SelectedMapDishes dishes={chosen} onClose={() => setPicked([])} />}
    </div>
  )

  function pick(members: MapMark[]) {
    setPicked(members.map(({ id }) => id))
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    document
      .getElementById(`dish-${members[0]!.id}`)
      ?.scrollIntoView({ block: 'center', behavior: isCalm ? 'instant' : 'smooth' })
  }
}

/** Next to a list it isn't shown, because the list says the same. */
const NothingHere = ({ nothing, list }: Pick<MapProps, 'nothing' | 'list'>) =>
  nothing !== null &&
  matchMedia(widths.stacked!).matches && (
    <div className="map-nothing">
      <output>{nothing}</output>{' '}
      <Link to={list} preventScrollReset viewTransition={false}>
        Show the list
      </Link>
    </div>
  )

/** Returns the chosen dishes that are still in the list. */
const chosenOf = (ids: number[], cards: MapCard[], from: number) =>
  ids.flatMap((id) => {
    const at = cards.findIndex((card) => card.id === id)
    return at < 0 ? [] : [{ card: cards[at]!, place: from + at + 1 }]
  })

function useEscape(frame: RefObject<HTMLElement | null>, close: () => void) {
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && close()
    const part = frame.current
    part?.addEventListener('keydown', onKey)
    return () => part?.removeEventListener('keydown', onKey)
  })
}

/** Returns a function that makes marks of the cards whose points are known. */
function useMarks(cards: MapCard[], from: number) {
  const ids = [...new Set(cards.map(({ restaurantId }) => restaurantId))]
  const { data } = useLoadOnChange(
    'GET /map/restaurants',
    ids.length > 0 ? { restaurants: ids.join(',') } : null,
  )
  // Known points are cached, so that marks are renumbered for a new list before its own points have been loaded.
  const points = useRef(new Map<number, Point>())
  return useCallback(() => {
    for (const point of data ?? []) points.current.set(point.id, point)
    return cards.flatMap(({ id, itemName, restaurantId, restaurantName }, index): MapMark[] => {
      const point = points.current.get(restaurantId)
      if (!point) return []
      const { latitude, longitude } = point
      const place = from + index + 1
      return [{ id, place, name: itemName, restaurant: restaurantName, latitude, longitude }]
    })
  }, [data, cards, from])
}

type SearchProps = {
  view: MapSearchArea | null
  busy: boolean
  onSearch(view: MapSearchArea): void
}

function SearchHere({ view, busy, onSearch }: SearchProps) {
  const unit = useDistanceUnit()
  return (
    <div className="map-again" aria-live="polite">
      {(view || busy) && (
        <Button size="small" busy={busy} onClick={() => view && onSearch(view)}>
          Search here
          {view && (
            <span className="visually-hidden">{`, within ${distanceInWords(view.miles, unit)}`}</span>
          )}
        </Button>
      )}
    </div>
  )
}
