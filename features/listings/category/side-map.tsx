import { type ComponentProps, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { List, Map as MapIcon, Maximize2 as Larger } from 'lucide-react'
import { MapFailed } from '#features/map/map-message.tsx'
import { storedValue, useStored } from '#platform/web/storage/stored.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { ChipLink } from '#platform/web/ui/list/chip.tsx'
import type { Listing } from './listing-loader.ts'
import styles from './listing-view.module.css'
import type { ListingQueryControls } from './use-question.ts'

/** Whether the map is shown next to lists if there is room. public/theme.js reads the same key before the first paint. */
const mapBeside = storedValue<boolean>('mapBeside', true, (json) =>
  typeof json === 'boolean' ? json : undefined,
)

const LoadedMap = lazy(() =>
  import('./list-map.tsx').catch(() => ({
    default: () => (
      <section aria-label="Map">
        <MapFailed />
      </section>
    ),
  })),
)

/** The map, or a message if its script can't be loaded, so that the list still works. */
export const ListMap = (props: ComponentProps<typeof LoadedMap>) => (
  <Suspense>
    <LoadedMap {...props} />
  </Suspense>
)

/** Switches between the list and the map. It is a link, so that the address says which one is shown. */
export const MapSwitch = ({
  listing: { map },
  asking,
}: {
  listing: Listing
  asking: ListingQueryControls
}) => (
  <ChipLink
    to={asking.addressOf({}, { map: !map })}
    icon={map ? <List /> : <MapIcon />}
    preventScrollReset
    viewTransition={false}
  >
    {map ? 'List' : 'Map'}
  </ChipLink>
)

export function SideMapSwitch() {
  const isShown = useStored(mapBeside)
  return (
    <div className={styles.sideMapSwitch}>
      <Button variant="quiet" size="small" onClick={() => mapBeside.set(!isShown)}>
        {isShown ? 'Hide map' : 'Show map'}
      </Button>
    </div>
  )
}

/** The map in the column next to a list. Its scripts are fetched once it is in view and the page has loaded. */
export function SideMap({ listing, asking }: { listing: Listing; asking: ListingQueryControls }) {
  const isShown = useStored(mapBeside)
  const box = useRef<HTMLDivElement>(null)
  const [isSeen, setSeen] = useState(false)
  // Applies changes only, because public/theme.js has set the initial state.
  useEffect(
    () =>
      mapBeside.subscribe(() => {
        const { dataset } = document.documentElement
        if (mapBeside.get()) delete dataset.mapBeside
        else dataset.mapBeside = 'away'
      }),
    [],
  )
  useEffect(() => {
    const watch = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) afterLoading(() => setSeen(true))
    })
    watch.observe(box.current!)
    return () => watch.disconnect()
  }, [])
  return (
    <div ref={box} className={styles.sideMap}>
      {isSeen && isShown && <ListMap listing={listing} asking={asking} />}
      <div className={styles.larger}>
        <ChipLink
          to={asking.addressOf({}, { map: true })}
          icon={<Larger />}
          preventScrollReset
          viewTransition={false}
        >
          Larger map
        </ChipLink>
      </div>
    </div>
  )
}

/** Calls `act` once the page and its images have loaded and the browser is idle. */
function afterLoading(act: () => void) {
  // Safari has no `requestIdleCallback`.
  const whenIdle = () => ('requestIdleCallback' in window ? requestIdleCallback(act) : act())
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle, { once: true })
}
