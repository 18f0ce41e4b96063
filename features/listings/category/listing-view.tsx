import { lazy, Suspense, useState } from 'react'
import { List, Map as MapIcon, MapPin } from 'lucide-react'
import { LogInPromptProvider } from '#features/items/log-in-first.tsx'
import { chosenCity } from '#features/places/chosen.ts'
import { roundPoint } from '#domain/position/miles.ts'
import { distanceLabel } from '#platform/text/distance.ts'
import { pluralize } from '#platform/text/plural.ts'
import { useDistanceUnit } from '#platform/web/distance-unit.ts'
import { useStored } from '#platform/web/storage/stored.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Badge } from '#platform/web/ui/list/badge.tsx'
import { Chip, ChipLink } from '#platform/web/ui/list/chip.tsx'
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx'
import { SidePanelLayout, Stack, StickyBar } from '#platform/web/ui/page/layout.tsx'
import widths from '#platform/web/ui/widths.module.css'
import {
  cityNameWithoutRegion,
  countFilters,
  emptyFilters,
  filterEntries,
  isSamePoint,
} from '../question.ts'
import { CityFields } from '../where.tsx'
import { ChosenFilters } from './chosen-filters.tsx'
import { FilterPanel } from './filter-panel.tsx'
import type { Listing } from './listing-loader.ts'
import styles from './listing-view.module.css'
import { NearByAndTopLists } from './lists.tsx'
import type { ListingQueryControls } from './use-question.ts'

const ListMap = lazy(() => import('./list-map.tsx'))

type Props = { listing: Listing; asking: ListingQueryControls }
type Sheet = 'where' | 'filter' | null

/** The lists of a category with their controls: a bar and sheets on a phone, a side panel on wider screens. */
export function ListingView({ listing, asking }: Props) {
  const { map } = listing
  const [sheet, setSheet] = useState<Sheet>(null)
  const close = () => setSheet(null)
  const showList = () => {
    close()
    document.getElementById('lists')?.scrollIntoView()
  }
  return (
    <LogInPromptProvider>
      <Bar listing={listing} asking={asking} onOpen={setSheet} />
      <div className={styles.frame} data-map={map || undefined}>
        <SidePanelLayout
          stacked={map}
          side={<SideForm listing={listing} asking={asking} onOpen={setSheet} />}
        >
          <div className={styles.chosen}>
            <ChosenFilters asking={asking} />
          </div>
          <NearByAndTopLists listing={listing} asking={asking} />
        </SidePanelLayout>
        {map && (
          <div className={styles.map}>
            <Suspense>
              <ListMap listing={listing} asking={asking} />
            </Suspense>
          </div>
        )}
      </div>
      <Dialog
        open={sheet === 'where'}
        onClose={close}
        title="Where are you?"
        actions={<Button onClick={close}>Done</Button>}
      >
        <WhereFields listing={listing} asking={asking} inline onPlaced={close} />
      </Dialog>
      <Dialog
        open={sheet === 'filter'}
        onClose={close}
        title="Filter your choices"
        actions={
          <>
            <ClearAll asking={asking} />
            <Show listing={listing} asking={asking} onClick={showList} />
          </>
        }
      >
        <FilterPanel listing={listing} asking={asking} />
      </Dialog>
    </LogInPromptProvider>
  )
}

type Opens = { onOpen: (sheet: Sheet) => void }

/** City, distance, filter and the switch between list and map, always within reach of a thumb. */
function Bar({ listing, asking, onOpen }: Props & Opens) {
  const unit = useDistanceUnit()
  const { wanted } = asking
  const city = useCity(listing, wanted.point)
  return (
    <div className={styles.bar} data-map={listing.map || undefined}>
      <StickyBar label="City, distance and filter">
        <div className={styles.chips}>
          <Chip aria-haspopup="dialog" onClick={() => onOpen('where')}>
            <MapPin />
            <span>{city ? cityNameWithoutRegion(city) : 'Choose a city'}</span>
            {wanted.point && <span> · {distanceLabel(wanted.distanceMiles, unit)}</span>}
          </Chip>
          <Chip aria-haspopup="dialog" onClick={() => onOpen('filter')}>
            Filter
            <Badge count={countFilters(wanted)} what="chosen" />
          </Chip>
          <MapSwitch listing={listing} asking={asking} />
        </div>
      </StickyBar>
    </div>
  )
}

/** Switches between the list and the map, by a link, so that the address says which one is shown. */
const MapSwitch = ({ listing: { map }, asking }: Props) => (
  <ChipLink to={asking.addressOf({}, { map: !map })} preventScrollReset viewTransition={false}>
    {map ? <List /> : <MapIcon />}
    {map ? 'List' : 'Map'}
  </ChipLink>
)

/** The place, the distance and the filters next to the lists, as a form that works without scripts too. */
function SideForm({ listing, asking, onOpen }: Props & Opens) {
  const { wanted, form } = asking
  const [open, setOpen] = useState(listing.filterOpen)
  const filters = [['distanceMiles', `${wanted.distanceMiles}`] as const, ...filterEntries(wanted)]
  const hidden = [...form.hidden, ...(open ? [] : filters)]
  return (
    <form className={styles.side} action={form.action} onSubmit={(event) => event.preventDefault()}>
      {hidden.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className={styles.where}>
        <WhereFields listing={listing} asking={asking} unknown={listing.unknownCity} />
      </div>
      <Button
        variant="secondary"
        size="small"
        wide
        type="submit"
        name={open ? undefined : 'filter'}
        value="open"
        aria-expanded={open}
        onClick={(event) => {
          event.preventDefault()
          if (matchMedia(widths.beside!).matches) setOpen(!open)
          else onOpen('filter')
        }}
      >
        Click here to filter your choices
      </Button>
      {open && (
        <Stack>
          <FilterPanel listing={listing} asking={asking} />
          <ClearAll asking={asking} />
        </Stack>
      )}
      <div className="without-scripts">
        <Button type="submit" wide>
          Show the dishes
        </Button>
      </div>
      <div className={styles.toMap}>
        <MapSwitch listing={listing} asking={asking} />
      </div>
    </form>
  )
}

type WhereProps = Props & {
  inline?: boolean
  unknown?: string | null
  onPlaced?: () => void
}

const WhereFields = ({ listing, asking, onPlaced, ...field }: WhereProps) => (
  <CityFields
    {...field}
    city={useCity(listing, asking.wanted.point)}
    onPlace={(place) => {
      asking.setPlace(place)
      onPlaced?.()
    }}
  />
)

const ClearAll = ({ asking }: Pick<Props, 'asking'>) =>
  countFilters(asking.wanted) > 0 && (
    <Button variant="quiet" size="small" onClick={() => asking.filter(emptyFilters)}>
      Clear all
    </Button>
  )

/** Returns the city's name. If the point is the one that the visitor chose, this is the name that they chose. */
function useCity(
  { question: { point }, spot }: Listing,
  wanted: ListingQueryControls['wanted']['point'],
) {
  const chosen = useStored(chosenCity)
  if (chosen && wanted && isSamePoint(roundPoint(chosen), wanted)) return chosen.name
  if (!point) return ''
  return spot?.name ?? `${point.latitude}, ${point.longitude}`
}

/** The button that closes the filter sheet. It says how many dishes were found. */
function Show({ listing, asking: { busy }, onClick }: Props & { onClick(): void }) {
  const { question, nearBy, top, nearByCursor, topCursor } = listing
  const [{ length }, cursor] = question.point ? [nearBy, nearByCursor] : [top, topCursor]
  return (
    <Button onClick={onClick} busy={busy}>
      {`Show ${length}${cursor ? '+' : ''} ${pluralize(length, 'dish', 'dishes')}`}
    </Button>
  )
}
