import { defaultDistance } from '#domain/position/distances.ts'
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { MapPin } from 'lucide-react'
import { LogInPromptProvider } from '#features/items/log-in-first.tsx'
import { chosenCity } from '#features/places/chosen.ts'
import { roundPoint } from '#features/places/rounded.ts'
import { distanceLabel } from '#platform/text/distance.ts'
import { pluralize } from '#platform/text/plural.ts'
import { useDistanceUnit } from '#platform/web/distance-unit.ts'
import { useStored } from '#platform/web/session/session.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Panel } from '#platform/web/ui/list/card.tsx'
import { Chip } from '#platform/web/ui/list/chip.tsx'
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx'
import { StickyBar, SidePanelLayout } from '#platform/web/ui/page/layout.tsx'
import widths from '#platform/web/ui/widths.module.css'
import {
  cityNameWithoutRegion,
  countFilters,
  filterEntries,
  isSamePoint,
  emptyFilters,
} from '../question.ts'
import { CityOrNearMeField, CityAndDistanceFields } from '../where.tsx'
import { ChosenFilters } from './chosen-filters.tsx'
import type { Listing } from './listing-loader.ts'
import styles from './listing-view.module.css'
import { NearByAndTopLists } from './lists.tsx'
import { ListMap, MapSwitch, SideMap, SideMapSwitch } from './side-map.tsx'
import type { ListingQueryControls } from './use-question.ts'

const FilterPanel = lazy(() => import('./filter-panel.tsx'))

type Props = { listing: Listing; asking: ListingQueryControls }
type Sheet = 'where' | 'filter' | null

/** The lists of a category with their controls: a bar and sheets on a phone, a side panel on wider screens. */
export function ListingView({ listing, asking }: Props) {
  const { wanted, categories } = asking
  const { question, map, error } = listing
  const [sheet, setSheet] = useState<Sheet>(null)
  const opener = useRef<HTMLDivElement>(null)
  const openFilter = () => setSheet('filter')
  const isNarrowed =
    countFilters(wanted) > 0 || wanted.distanceMiles !== defaultDistance || categories.length > 1
  return (
    <LogInPromptProvider>
      <Bar
        listing={listing}
        asking={asking}
        opener={opener}
        onWhere={() => setSheet('where')}
        onFilter={openFilter}
      />
      <div className={styles.frame} data-map={map || undefined}>
        <SidePanelLayout
          stacked={map}
          side={
            <>
              <SideForm
                listing={listing}
                asking={asking}
                opener={opener}
                sheet={sheet}
                onFilter={openFilter}
              />
              {!map && !error && <SideMap listing={listing} asking={asking} />}
            </>
          }
        >
          {!question.point && !error && <AskForCity onPlace={asking.setPlace} />}
          {isNarrowed && <ChosenFilters asking={asking} />}
          <NearByAndTopLists listing={listing} asking={asking} sheet={sheet !== null} />
        </SidePanelLayout>
        {map && (
          <div className={styles.map}>
            <ListMap listing={listing} asking={asking} />
          </div>
        )}
      </div>
      <Sheets listing={listing} asking={asking} sheet={sheet} onClose={() => setSheet(null)} />
    </LogInPromptProvider>
  )
}

type BarProps = Props & {
  /** The panel's filter button. Once it is scrolled out of view, the bar shows another one. */
  opener: RefObject<HTMLElement | null>
  onWhere: () => void
  onFilter: () => void
}

function Bar({ listing, asking, opener, onWhere, onFilter }: BarProps) {
  const unit = useDistanceUnit()
  const { wanted } = asking
  const city = useCity(listing, wanted.point)
  const hasFilter = useScrolledAway(opener) || listing.map
  return (
    <div className={styles.bar} data-map={listing.map || undefined}>
      <StickyBar label="City, distance and filter">
        <div className={styles.chips} data-filter={hasFilter || undefined}>
          <div className={styles.shrinks}>
            <Chip icon={<MapPin />} aria-haspopup="dialog" onClick={onWhere}>
              <span className={styles.place}>
                {city ? cityNameWithoutRegion(city) : 'Choose a city'}
              </span>
              {listing.question.point && (
                <span className={styles.miles}>{distanceLabel(wanted.distanceMiles, unit)}</span>
              )}
            </Chip>
          </div>
          {hasFilter && (
            <Chip aria-haspopup="dialog" onClick={onFilter}>
              Filter
              <Chosen count={countFilters(wanted)} />
            </Chip>
          )}
          <MapSwitch listing={listing} asking={asking} />
        </div>
      </StickyBar>
    </div>
  )
}

type SideProps = Props & {
  opener: RefObject<HTMLDivElement | null>
  sheet: Sheet
  /** Opens the filter as a sheet, if there is no room for it next to the list. */
  onFilter: () => void
}

/** The place, the distance and the filters next to the lists, as a form that works without scripts too. */
function SideForm({ listing, asking, opener, sheet, onFilter }: SideProps) {
  const { wanted, form } = asking
  const [open, setOpen] = useState(listing.filterOpen)
  const openFilter = () =>
    !listing.map && matchMedia(widths.beside!).matches ? setOpen(!open) : onFilter()
  const hidden = [
    ...form.kept.filter(([name]) => name !== 'category' || !open),
    ...(open ? [] : filterEntries(wanted)),
  ]
  return (
    <form className={styles.side} action={form.action} onSubmit={(event) => event.preventDefault()}>
      {hidden.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className={styles.where}>
        <WhereWanted listing={listing} asking={asking} named unknown={listing.unknownCity} />
      </div>
      <div ref={opener} className={styles.opener}>
        <Button
          variant="secondary"
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
          Click here to filter your choices {!open && <Chosen count={countFilters(wanted)} />}
        </Button>
      </div>
      {open && (
        <div className={styles.tags}>
          <Suspense>
            <FilterPanel listing={listing} asking={asking} />
          </Suspense>
          <ClearAll asking={asking} />
        </div>
      )}
      <div className="without-scripts">
        <Button type="submit" wide>
          Show the dishes
        </Button>
      </div>
      {!listing.map && <SideMapSwitch />}
    </form>
  )
}

/**
 * The place, the distance and the filters in sheets over the lists, for phones and for where the filter has no room
 * next to the list.
 */
function Sheets({ listing, asking, sheet, onClose }: Props & { sheet: Sheet; onClose(): void }) {
  return (
    <>
      <WhereSheet listing={listing} asking={asking} open={sheet === 'where'} onClose={onClose} />
      <Dialog
        open={sheet === 'filter'}
        onClose={onClose}
        title="Filter your choices"
        actions={
          <>
            <ClearAll asking={asking} />
            <Show listing={listing} asking={asking} onClick={onClose} />
          </>
        }
      >
        <Suspense>
          <FilterPanel listing={listing} asking={asking} distance />
        </Suspense>
      </Dialog>
    </>
  )
}

function WhereSheet({
  listing,
  asking,
  open,
  onClose,
}: Props & { open: boolean; onClose(): void }) {
  // A text that was typed without choosing a city.
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const change = (text: string) => {
    setTyped(text.trim())
    setProblem(null)
  }
  const close = () => {
    change('')
    onClose()
  }
  const done = () => {
    if (!typed) return close()
    setProblem(`We don’t know “${typed}”. Choose a city from the list.`)
    setTyped('')
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Where are you?"
      actions={<Button onClick={done}>Done</Button>}
    >
      <WhereWanted {...{ listing, asking, problem }} inline onTyped={change} onPlaced={close} />
    </Dialog>
  )
}

type WhereProps = Props & {
  onTyped?: (text: string) => void
  problem?: string | null
  named?: boolean
  inline?: boolean
  unknown?: string | null
  onPlaced?: () => void
}

function WhereWanted({ listing, asking, onPlaced, ...field }: WhereProps) {
  const { wanted } = asking
  return (
    <CityAndDistanceFields
      {...field}
      city={useCity(listing, wanted.point)}
      distance={wanted.distanceMiles}
      onPlace={(place) => {
        asking.setPlace(place)
        onPlaced?.()
      }}
      onDistance={(distanceMiles) => asking.filter({ distanceMiles })}
    />
  )
}

const ClearAll = ({ asking }: { asking: ListingQueryControls }) =>
  countFilters(asking.wanted) > 0 && (
    <Button variant="quiet" size="small" onClick={() => asking.filter(emptyFilters)}>
      Clear all
    </Button>
  )

/** Height of the bar in pixels. A button under the bar can't be pressed. */
const bar = 64

/** Returns whether the element is scrolled up under the bar. */
function useScrolledAway(element: RefObject<HTMLElement | null>): boolean {
  const [away, setAway] = useState(false)
  useEffect(() => {
    const watch = new IntersectionObserver(
      (entries) => {
        // While the thread was busy, several may have come together. The last one is of now.
        const { isIntersecting, boundingClientRect } = entries.at(-1)!
        setAway(!isIntersecting && boundingClientRect.top < bar)
      },
      { rootMargin: `-${bar}px 0px 0px` },
    )
    watch.observe(element.current!)
    return () => watch.disconnect()
  }, [element])
  return away
}

/** Returns the city's name. If the point is the one that the visitor chose, this is the name that they chose. */
function useCity(
  { question: { point }, spot }: Listing,
  wanted: ListingQueryControls['wanted']['point'],
) {
  const chosen = useStored(chosenCity)
  // Doesn't wait for the new list, because a later change of the name would reset the field, which would lose the
  // focus.
  if (chosen && wanted && isSamePoint(roundPoint(chosen), wanted)) return chosen.name
  if (!point) return ''
  return spot?.name ?? `${point.latitude}, ${point.longitude}`
}

/**
 * The button that closes the filter sheet. It says how many dishes were found, and isn't prominent if there are none.
 */
function Show({ listing, asking: { busy }, onClick }: Props & { onClick(): void }) {
  const { question, nearBy, top, nearByCursor, topCursor } = listing
  const [{ length }, cursor] = question.point ? [nearBy, nearByCursor] : [top, topCursor]
  return (
    <Button variant={busy || length > 0 ? 'primary' : 'secondary'} onClick={onClick}>
      {busy
        ? 'Show the dishes'
        : `Show ${length}${cursor ? '+' : ''} ${pluralize(length, 'dish', 'dishes')}`}
    </Button>
  )
}

const Chosen = ({ count }: { count: number }) =>
  count > 0 && (
    <span className={styles.chosen}>
      {count}
      <span className="visually-hidden"> chosen</span>
    </span>
  )

/** Asks for a city, because without a point only the best dishes worldwide are listed. */
function AskForCity({ onPlace }: { onPlace: ListingQueryControls['setPlace'] }) {
  const unit = useDistanceUnit()
  return (
    <div className={styles.ask}>
      <Panel tone="accent">
        <h2>Hungry where?</h2>
        <p>
          Pick a city and see what’s best within a few {unit === 'km' ? 'kilometers' : 'miles'} of
          it.
        </p>
        <CityOrNearMeField onPlace={onPlace} />
      </Panel>
    </div>
  )
}
