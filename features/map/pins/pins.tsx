import { lazy, Suspense } from 'react'
import type { Point } from '#domain/miles.ts'
import { Caught, MapMessage } from '../map-message.tsx'
import { apart } from '../geometry.ts'
import { mapSheet } from '../sheet.ts'
import type { PinsProps } from './pins-map.tsx'

const PinsMap = lazy(async () => {
  // The canvas takes its size from the sheet.
  const [module] = await Promise.all([import('./pins-map.tsx'), mapSheet()])
  return { default: module.PinsMap }
})

/** How far the new pin is from the old one, and in which direction. */
export const pinWords = (now: Point, next: Point, old = 'today’s pin') => {
  const way = apart(now, next)
  return way ? `${way} ${old}.` : `Where ${old} is.`
}

/** The old pin and the new one, side by side; the map comes where this is shown. */
export const Pins = (props: PinsProps) => (
  <section
    aria-label={props.onPlace ? 'Place the pin' : 'Both pins'}
    className="pin-map"
    // Inline, because it holds before the style sheet is loaded.
    style={{ position: 'relative', blockSize: '15rem' }}
  >
    <Caught instead={<MapMessage>The map could not be loaded.</MapMessage>}>
      <Suspense fallback={<MapMessage>The map is coming…</MapMessage>}>
        <PinsMap {...props} />
      </Suspense>
    </Caught>
  </section>
)
