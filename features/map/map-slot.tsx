import { lazy, Suspense, useEffect, useRef } from 'react'
import { useHydrated } from '#platform/web/hydrated.tsx'
import { useDistanceUnit } from '#platform/web/distance-unit.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import widths from '#platform/web/ui/widths.module.css'
import { MapErrorBoundary, MapFailed, MapMessage } from './map-message.tsx'
import type { MapProps } from './map-pane.tsx'
import type { PinMapProps } from './pin-map.tsx'

const MapPane = lazy(() => import('./map-pane.tsx'))
const PinMap = lazy(() => import('./pin-map.tsx'))

/** The map's place on the page. The map's code is loaded when this component is first shown. */
export function LazyMapPane(props: MapProps) {
  const hydrated = useHydrated()
  const unit = useDistanceUnit()
  const slot = useRef<HTMLElement>(null)
  const isStacked = hydrated && matchMedia(widths.stacked!).matches
  // On a phone the map replaces the list and fills the window.
  useEffect(() => {
    if (isStacked) slot.current?.scrollIntoView({ block: 'end', behavior: 'instant' })
  }, [isStacked])
  return (
    <section ref={slot} className="map-slot" aria-label="Map">
      {isStacked && (
        <Link className="skip-link" to={props.list} preventScrollReset viewTransition={false}>
          These dishes as a list
        </Link>
      )}
      <p className="without-scripts">The map needs JavaScript. Everything on it is in the list.</p>
      {hydrated && (
        <MapErrorBoundary instead={<MapFailed />}>
          <Suspense fallback={<MapMessage>The map is loading…</MapMessage>}>
            {/* The unit is set when a map is opened, so a change of the unit opens a new map. */}
            <MapPane key={unit} {...props} />
          </Suspense>
        </MapErrorBoundary>
      )}
    </section>
  )
}

/** A map with a pin to place. The map's code is loaded when this component is first shown. */
export const LazyPinMap = (props: PinMapProps) => (
  <section
    aria-label="Place the pin"
    className="pin-map"
    style={{ position: 'relative', blockSize: '15rem' }}
  >
    <MapErrorBoundary instead={<MapMessage>The map could not be loaded.</MapMessage>}>
      <Suspense fallback={<MapMessage>The map is loading…</MapMessage>}>
        <PinMap {...props} />
      </Suspense>
    </MapErrorBoundary>
  </section>
)
