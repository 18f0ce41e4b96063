import { useEffect, useMemo, useRef, useState } from 'react'
import LocateFixed from 'lucide-react/icons/locate-fixed'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import type { Point } from '#domain/miles.ts'
import type { Card } from '#features/items/contract.ts'
import { useAnswer } from '#platform/web/use-load.ts'
import { Button, IconButton } from '#platform/web/ui/button.tsx'
import { plural } from '#platform/text/plural.ts'
import type { Distance } from '#domain/distances.ts'
import { mapCanvas, type Seen } from './map-canvas.ts'
import { MapFoot } from './map-foot.tsx'
import { MapWords } from './map-words.tsx'
import { DishesHere } from './dishes-here.tsx'
import type { Asked } from './engine.ts'
import type { Mark } from './marks.ts'
import { useCardLight } from './use-card-light.ts'
import { useGround } from './ground/use-ground.ts'

export type MapCard = Pick<
  Card,
  | 'id'
  | 'itemName'
  | 'restaurantId'
  | 'restaurantName'
  | 'categoryId'
  | 'distanceMiles'
  | 'upvoteCount'
  | 'photo'
>
export type MapProps = {
  /** In the order of their ranks. */
  cards: MapCard[]
  /** So many come before them. */
  from: number
  /** Others come after them. */
  more: boolean
  asked: Asked | null
  busy: boolean
  onSearch(point: Point, miles: Distance): void
}

/** Those of so many restaurants as one call tells of. */
function withPoints(cards: MapCard[]) {
  const restaurants = new Set<number>()
  const end = cards.findIndex(({ restaurantId }) => restaurants.add(restaurantId).size > 200)
  return end < 0 ? cards : cards.slice(0, end)
}

/** The ranked dishes of a list on a map, and the way to ask again where one has moved it. */
export function Map({ cards: all, from, more, asked, busy, onSearch }: MapProps) {
  const cards = useMemo(() => withPoints(all), [all])
  const frame = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState<Seen | null>(null)
  const [picked, setPicked] = useState<number[]>([])
  const [ready, setReady] = useState(false)
  const [scale, setScale] = useState<{ text: string; width: number } | null>(null)
  const { canvas, state, away, credits } = useGround((style, look, ground) =>
    mapCanvas(box.current!, style, asked, look, {
      pick: (members) => latest.current.pick(members),
      light: (id) => latest.current.light(id),
      moved: (view) => latest.current.moved(view),
      ready: () => setReady(true),
      scale: setScale,
      ...ground,
    }),
  )
  const light = useCardLight(cards, (id) => canvas.current?.light(id))

  const ids = [...new Set(cards.map(({ restaurantId }) => restaurantId))]
  const { data: points } = useAnswer(
    'GET /map/restaurants',
    ids.length > 0 ? { restaurants: ids.join(',') } : null,
  )
  // Those known are marked before another list's are told: no mark keeps a number of the list before.
  const spots = useRef(new globalThis.Map<number, Point>())
  const pick = (members: Mark[]) => {
    const found = members.map(({ id }) => id)
    setPicked(found)
    light.show(found[0]!)
  }
  const on = { pick, light: light.card, moved: setSeen }
  const latest = useRef(on)
  useEffect(() => {
    latest.current = on
  })

  const { point, miles } = asked ?? {}
  useEffect(() => {
    canvas.current?.ask(point && miles ? { point, miles } : null)
    setPicked([])
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- by what it is, not which object
  }, [point?.latitude, point?.longitude, miles])
  useEffect(() => {
    for (const one of points ?? []) spots.current.set(one.id, one)
    const marks = cards.flatMap((card, index): Mark[] => {
      const found = spots.current.get(card.restaurantId)
      if (!found) return []
      const { latitude, longitude } = found
      const { id, itemName: name, restaurantName: restaurant } = card
      return [{ id, place: from + index + 1, name, restaurant, latitude, longitude }]
    })
    canvas.current?.show(marks)
  }, [canvas, points, cards, from, state])
  useEffect(() => canvas.current?.pick(picked[0] ?? null), [canvas, picked, state])

  useEffect(() => {
    const close = ({ key }: KeyboardEvent) => key === 'Escape' && setPicked([])
    const part = frame.current
    part?.addEventListener('keydown', close)
    return () => part?.removeEventListener('keydown', close)
  }, [])

  if (state === 'broken')
    return (
      <MapWords broken>
        This browser can’t draw maps (WebGL is missing or switched off). The list is all there.
      </MapWords>
    )
  const chosen = picked.flatMap((id) => {
    const at = cards.findIndex((card) => card.id === id)
    return at < 0 ? [] : [{ card: cards[at]!, place: from + at + 1 }]
  })
  // What another list leaves out doesn't come back with the next.
  if (chosen.length < picked.length) setPicked(chosen.map(({ card }) => card.id))
  return (
    <div ref={frame} className="map" data-over-picture data-ready={ready || undefined}>
      <div ref={box} className="map-canvas" />
      <div className="map-buttons">
        <IconButton label="Zoom in" icon={<Plus />} onClick={() => canvas.current?.zoom(1)} />
        <IconButton label="Zoom out" icon={<Minus />} onClick={() => canvas.current?.zoom(-1)} />
        {asked && (
          <IconButton
            label="Back to the circle"
            icon={<LocateFixed />}
            onClick={() => canvas.current?.back()}
          />
        )}
      </div>
      <div className="map-again" aria-live="polite">
        {(seen || busy) && (
          <Button
            size="small"
            busy={busy}
            onClick={() => {
              if (!seen) return
              canvas.current?.stay()
              onSearch(seen.point, seen.miles)
            }}
          >
            Search here
            {seen && (
              <span className="visually-hidden">{`, within ${plural(seen.miles, 'mile')}`}</span>
            )}
          </Button>
        )}
      </div>
      <MapFoot
        credits={credits}
        part={
          (more || cards.length < all.length) &&
          `Dishes ${from + 1}–${from + cards.length}, more in the list.`
        }
        scale={scale}
      />
      {away && (
        <output className="map-away">
          The map’s pictures don’t come just now: a drawn map stands in.
        </output>
      )}
      {chosen.length > 0 && <DishesHere dishes={chosen} onClose={() => setPicked([])} />}
    </div>
  )
}
