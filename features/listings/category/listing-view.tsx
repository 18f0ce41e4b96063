import { defaultDistance } from '#domain/distances.ts'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import MapPin from 'lucide-react/icons/map-pin'
import { LogInFirst } from '#features/items/log-in-first.tsx'
import { loadTagNames } from '#domain/vocabulary/tag-names.ts'
import { StaticMap } from '#features/map/static-map.tsx'
import { rounded } from '#features/places/rounded.ts'
import { wordFor } from '#platform/text/plural.ts'
import { chosenPlace } from '#features/places/chosen.ts'
import { useStored } from '#platform/web/session.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Panel } from '#platform/web/ui/list/card.tsx'
import { Chip } from '#platform/web/ui/list/chip.tsx'
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx'
import { Row, StickyBar, WithSide } from '#platform/web/ui/page/layout.tsx'
import { ChosenFilters, FilterPanel } from './lazy-filters.tsx'
import type { Listing } from './listing-loader.ts'
import styles from './listing-view.module.css'
import widths from '#platform/web/ui/widths.module.css'
import { ListMap } from './lazy-list-map.tsx'
import { Lists } from './lists.tsx'
import { MapSwitch } from './map-switch.tsx'
import { SideMap, SideMapSwitch } from './side-map.tsx'
import { cityOnly, countOf, filterEntries, samePoint, unfiltered } from '../question.ts'
import type { Asking } from './use-question.ts'
import { CityOnly, Where } from '../where.tsx'

type Props = { listing: Listing; asking: Asking }
type Sheet = 'where' | 'filter' | null

/** The lists of a category with all that steers them: a bar and sheets on a phone, a quiet panel elsewhere. */
export function ListingView({ listing, asking }: Props) {
  const { wanted } = asking
  const chosen = countOf(wanted)
  const [sheet, setSheet] = useState<Sheet>(null)
  const [open, setOpen] = useState(listing.filterOpen)
  const close = () => setSheet(null)
  const city = useCity(listing, wanted.point)
  const opener = useRef<HTMLDivElement>(null)
  const where = {
    city,
    distance: wanted.distanceMiles,
    onPlace: asking.setPlace,
    onDistance: asking.setDistance,
  }
  const openSheet = () => {
    void loadTagNames().catch(() => {})
    setSheet('filter')
  }
  const openFilter = () =>
    !listing.map && matchMedia(widths.beside!).matches ? setOpen(!open) : openSheet()
  const clear = chosen > 0 && (
    <Button look="quiet" size="small" onClick={() => asking.filter(unfiltered)}>
      Clear all
    </Button>
  )

  return (
    <LogInFirst>
      <div className={styles.bar} data-map={listing.map || undefined}>
        <StickyBar label="City, distance and filter">
          <div className={styles.chips}>
            <div className={styles.shrinks}>
              <Chip icon={<MapPin />} aria-haspopup="dialog" onClick={() => setSheet('where')}>
                <span className={styles.place}>{city ? cityOnly(city) : 'Choose a city'}</span>
                {listing.question.point && (
                  <span className={styles.miles}>{`${wanted.distanceMiles} mi`}</span>
                )}
              </Chip>
            </div>
            <FilterChip inPlaceOf={opener} always={listing.map} onClick={openSheet}>
              {chosen > 0 && <Chosen count={chosen} />}
            </FilterChip>
            <MapSwitch listing={listing} asking={asking} />
          </div>
        </StickyBar>
      </div>
      <div className={styles.frame} data-map={listing.map || undefined}>
        <WithSide
          stacked={listing.map}
          side={
            <>
              <form
                className={styles.side}
                action={asking.form.action}
                onSubmit={(event) => event.preventDefault()}
              >
                {asking.form.kept
                  .filter(([name]) => name !== 'category' || !open)
                  .map(([name, value]) => (
                    <input key={name} type="hidden" name={name} value={value} />
                  ))}
                {!open &&
                  filterEntries(wanted).map(([name, value]) => (
                    <input key={name} type="hidden" name={name} value={value} />
                  ))}
                <div className={styles.where}>
                  <Row spread>
                    <MapSwitch listing={listing} asking={asking} />
                    {!listing.map && <SideMapSwitch />}
                  </Row>
                  <Where {...where} named unknown={listing.unknownCity} />
                </div>
                <div ref={opener} className={styles.opener}>
                  <Button
                    look="secondary"
                    size="small"
                    wide
                    type="submit"
                    name={open ? undefined : 'filter'}
                    value="open"
                    aria-expanded={open || sheet === 'filter'}
                    onClick={(event) => {
                      event.preventDefault()
                      openFilter()
                    }}
                  >
                    Click here to filter your choices{' '}
                    {!open && chosen > 0 && <Chosen count={chosen} />}
                  </Button>
                </div>
                {open && (
                  <div className={styles.tags}>
                    <FilterPanel listing={listing} asking={asking} />
                    {clear}
                  </div>
                )}
                <div className="without-scripts">
                  <Button type="submit" wide>
                    Show the dishes
                  </Button>
                </div>
              </form>
              {!listing.map && !listing.error && <SideMap listing={listing} asking={asking} />}
            </>
          }
        >
          {!listing.question.point && !listing.error && <AskForCity onPlace={asking.setPlace} />}
          {(chosen > 0 ||
            wanted.distanceMiles !== defaultDistance ||
            asking.categories.length > 1) && <ChosenFilters listing={listing} asking={asking} />}
          <Lists listing={listing} asking={asking} sheet={sheet !== null} />
        </WithSide>
        {listing.map && (
          <div className={styles.map}>
            <StaticMap point={listing.question.point} miles={listing.question.distanceMiles} />
            <ListMap listing={listing} asking={asking} />
          </div>
        )}
      </div>
      <Dialog
        open={sheet === 'where'}
        onClose={close}
        title="Where are you?"
        actions={<Button onClick={close}>Done</Button>}
      >
        <Where
          {...where}
          inline
          onPlace={(place) => {
            asking.setPlace(place)
            close()
          }}
        />
      </Dialog>
      <Dialog
        open={sheet === 'filter'}
        onClose={close}
        title="Filter your choices"
        actions={
          <>
            {clear}
            <Show listing={listing} asking={asking} onClick={close} />
          </>
        }
      >
        <FilterPanel listing={listing} asking={asking} distance />
      </Dialog>
    </LogInFirst>
  )
}

/** The bar's height: what lies under it can't be pressed. */
const bar = 64

type FilterChipProps = {
  inPlaceOf: RefObject<HTMLElement | null>
  always: boolean
  onClick(): void
  children: ReactNode
}

/** In the bar, once the button that it takes the place of is scrolled up under it. Cards aren't drawn again for that. */
function FilterChip({ inPlaceOf, always, onClick, children }: FilterChipProps) {
  const [gone, setGone] = useState(false)
  useEffect(() => {
    const watch = new IntersectionObserver(
      ([now]) => now && setGone(!now.isIntersecting && now.boundingClientRect.top < bar),
      { rootMargin: `-${bar}px 0px 0px` },
    )
    watch.observe(inPlaceOf.current!)
    return () => watch.disconnect()
  }, [inPlaceOf])
  if (!gone && !always) return null
  return (
    <Chip aria-haspopup="dialog" onClick={onClick}>
      Filter
      {children}
    </Chip>
  )
}

/** The city's name: the visitor's own word for it where the point is the one they chose. */
function useCity({ question: { point }, spot }: Listing, wanted: Asking['wanted']['point']) {
  const chosen = useStored(chosenPlace)
  // Before its list is there: a field that began again would lose the focus.
  if (chosen && wanted && samePoint(rounded(chosen), wanted)) return chosen.name
  if (!point) return ''
  return spot?.name ?? `${point.latitude}, ${point.longitude}`
}

/** Leads to what was found, and isn't loud where that is nothing. */
function Show({ listing, asking: { busy }, onClick }: Props & { onClick(): void }) {
  const { question, nearBy, top, nearByCursor, topCursor } = listing
  const [{ length }, cursor] = question.point ? [nearBy, nearByCursor] : [top, topCursor]
  return (
    <Button look={busy || length > 0 ? 'primary' : 'secondary'} onClick={onClick}>
      {busy
        ? 'Show the dishes'
        : `Show ${length}${cursor ? '+' : ''} ${wordFor(length, 'dish', 'dishes')}`}
    </Button>
  )
}

const Chosen = ({ count }: { count: number }) => (
  <span className={styles.chosen}>
    {count}
    <span className="visually-hidden"> chosen</span>
  </span>
)

/** Without a point there are only the best of everywhere. */
function AskForCity({ onPlace }: { onPlace: Asking['setPlace'] }) {
  return (
    <div className={styles.ask}>
      <Panel tone="accent">
        <h2>Hungry where?</h2>
        <p>Pick a city and see what’s best within a few miles of it.</p>
        <CityOnly onPlace={onPlace} />
      </Panel>
    </div>
  )
}
