import { type ComponentType, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { MapErrorBoundary, MapMessage, MapFailed } from './map-message.tsx'
import { useDistanceUnit } from '#platform/web/distance-unit.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import type { MapProps } from './map-pane.tsx'
import widths from '#platform/web/ui/widths.module.css'

const withSheet = ({ loadMapStyleSheet }: { loadMapStyleSheet(): Promise<void> }) =>
  loadMapStyleSheet()

const never = () => () => {}

type Pane = { MapPane: ComponentType<MapProps> }
let arrived: Pane | null = null

/**
 * The map's place on the page, which has the same size before and after the map has loaded. The map's code is loaded
 * when this component is first shown, so that the list next to it doesn't wait for it.
 */
export function LazyMapPane(props: MapProps) {
  const [pane, setPane] = useState(arrived)
  const scripted = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const [failed, setFailed] = useState(false)
  const unit = useDistanceUnit()
  const slot = useRef<HTMLElement>(null)
  // On a phone the map replaces the list and fills the window.
  useEffect(() => {
    if (scripted && matchMedia(widths.stacked!).matches)
      slot.current?.scrollIntoView({ block: 'end', behavior: 'instant' })
  }, [scripted])
  useEffect(() => {
    if (import.meta.env.SSR || arrived) return
    // The style sheet is needed too, because it gives the canvas its size.
    const both = Promise.all([import('./map-pane.tsx'), import('./sheet.ts').then(withSheet)])
    both.then(
      ([module]) => setPane((arrived = module)),
      () => setFailed(true),
    )
  }, [])
  return (
    <section
      ref={slot}
      className="map-slot"
      aria-label="Map"
      // Inline, because it must apply before the style sheet is loaded.
      style={scripted ? { position: 'relative', blockSize: '100%' } : undefined}
    >
      {scripted && matchMedia(widths.stacked!).matches && (
        <Link className="skip-link" to={props.list} preventScrollReset viewTransition={false}>
          These dishes as a list
        </Link>
      )}
      <p className="map-words without-scripts">
        The map needs JavaScript. Everything on it is in the list.
      </p>
      {pane ? (
        <MapErrorBoundary instead={<MapFailed />}>
          {/* The unit is set when a map is opened, so a change of the unit opens a new map. */}
          <pane.MapPane key={unit} {...props} />
        </MapErrorBoundary>
      ) : (
        <NoPane failed={failed} scripted={scripted} />
      )}
    </section>
  )
}

function NoPane({ failed, scripted }: { failed: boolean; scripted: boolean }) {
  if (failed) return <MapFailed />
  return scripted && <MapMessage>The map is coming…</MapMessage>
}
