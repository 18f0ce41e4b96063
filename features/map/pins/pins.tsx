import { lazy, Suspense } from 'react'
import type { Point } from '#domain/position/miles.ts'
import type { DistanceUnit } from '#platform/text/distance.ts'
import { MapErrorBoundary, MapMessage } from '../map-message.tsx'
import { distanceAndDirectionText } from '../geometry.ts'
import type { PinsProps } from './pins-map.tsx'

const PinsMap = lazy(() => import('./pins-map.tsx'))

/** Describes how far the new pin is from the old one, and in which direction. */
export const pinDistanceText = (
  now: Point,
  next: Point,
  unit: DistanceUnit,
  old = 'today’s pin',
) => {
  const way = distanceAndDirectionText(now, next, unit)
  return way ? `${way} ${old}.` : `Where ${old} is.`
}

/** Shows the old and the new pin. The map's code is loaded when this component is first shown. */
export const LazyPinsMap = (props: PinsProps) => (
  <section
    aria-label={props.onPlace ? 'Place the pin' : 'Both pins'}
    className="pin-map"
    style={{ position: 'relative', blockSize: '15rem' }}
  >
    <MapErrorBoundary instead={<MapMessage>The map could not be loaded.</MapMessage>}>
      <Suspense fallback={<MapMessage>The map is loading…</MapMessage>}>
        <PinsMap {...props} />
      </Suspense>
    </MapErrorBoundary>
  </section>
)
