import { lazy, Suspense } from 'react'
import type { Point } from '#domain/miles.ts'
import { Caught } from '../caught.tsx'
import { MapWords } from '../map-words.tsx'
import { mapSheet } from '../sheet.ts'
import { apart } from './apart.ts'
import type { PinsProps } from './pins-map.tsx'

const PinsMap = lazy(async () => {
  // The canvas takes its size from the sheet.
  const [module] = await Promise.all([import('./pins-map.tsx'), mapSheet()])
  return { default: module.PinsMap }
})

/** How the new pin lies to the old one. */
export const pinWords = (now: Point, next: Point, old = 'today’s pin') => {
  const way = apart(now, next)
  return way ? `${way} ${old}.` : `Where ${old} is.`
}

/** The old pin and the new one, side by side; the map comes where this is shown. */
export const Pins = (props: PinsProps) => (
  <section
    aria-label={props.onPlace ? 'Place the pin' : 'Both pins'}
    className="pin-map"
    // Before the sheet has come, too.
    style={{ position: 'relative', blockSize: '15rem' }}
  >
    <Caught instead={<MapWords>The map could not be loaded.</MapWords>}>
      <Suspense fallback={<MapWords>The map is coming…</MapWords>}>
        <PinsMap {...props} />
      </Suspense>
    </Caught>
  </section>
)
