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

type Props = { listing: Listing; controls: ListingQueryControls }
type Sheet = 'where' | 'filter' | null

/** The lists of a category with their controls: a bar and sheets on a phone, a side panel on wider screens. */
export function ListingView({ listing, controls }: Props) {
  const { map } = listing
  const [sheet, setSheet] = useState<Sheet>(null)
  const close = () => setSheet(null)
  const showList = () => {
    close()
    document.getElementById('lists')?.scrollIntoView()
  }
  return (
    <LogInPromptProvider>
      <Bar listing={listing} controls={controls} onOpen={setSheet} />
      <div className={styles.frame} data-map={map || undefined}>
        <SidePanelLayout
          stacked={map}
          side={<SideForm listing={listing} controls={controls} onOpen={setSheet} />}
        >
          <div className={styles.chosen}>
            <ChosenFilters controls={controls} />
          </div>
          <NearByAndTopLists listing={listing} controls={controls} />
        </SidePanelLayout>
        {map && (
          <div className={styles.map}>
            <Suspense>
              <ListMap listing={listing} controls={controls} />
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
        <WhereFields listing={listing} controls={controls} inline onPlaced={close} />
      </Dialog>
      <Dialog
        open={sheet === 'filter'}
        onClose={close}
        title="Filter your choices"
        actions={
          <>
            <ClearAll controls={controls} />
            <Show listing={listing} controls={controls} onClick={showList} />
          </>
        }
      >
        <FilterPanel listing={listing} controls={controls} />
      </Dialog>
    </LogInPromptProvider>
  )
}

type Opens = { onOpen: (sheet: Sheet) => void }

/** City, distance, filter and the switch between list and map, always within reach of a thumb. */
function Bar({ listing, controls, onOpen }: Props & Opens) {
  const unit = useDistanceUnit()
  const { selected } = controls
  const city = useCity(listing, selected.point)
  return (
    <div className={styles.bar} data-map={listing.map || undefined}>
      <StickyBar label="City, distance and filter">
        <div className={styles.chips}>
          <Chip aria-haspopup="dialog" onClick={() => onOpen('where')}>
            <MapPin />
            <span>{city ? cityNameWithoutRegion(city) : 'Choose a city'}</span>
            {selected.point && <span> · {distanceLabel(selected.distanceMiles, unit)}</span>}
          </Chip>
          <Chip aria-haspopup="dialog" onClick={() => onOpen('filter')}>
            Filter
            <Badge count={countFilters(selected)} what="chosen" />
          </Chip>
          <MapSwitch listing={listing} controls={controls} />
        </div>
      </StickyBar>
    </div>
  )
}

/** Switches between the list and the map, by a link, so that the address says which one is shown. */
const MapSwitch = ({ listing: { map }, controls }: Props) => (
  <ChipLink to={controls.addressOf({}, { map: !map })} preventScrollReset viewTransition={false}>
    {map ? <List /> : <MapIcon />}
    {map ? 'List' : 'Map'}
  </ChipLink>
)

/** The place, the distance and the filters next to the lists, as a form that works without scripts too. */
function SideForm({ listing, controls, onOpen }: Props & Opens) {
  const { selected, form } = controls
  const [open, setOpen] = useState(listing.filterOpen)
  const filters = [
    ['distanceMiles', `${selected.distanceMiles}`] as const,
    ...filterEntries(selected),
  ]
  const hidden = [...form.hidden, ...(open ? [] : filters)]
  return (
    <form className={styles.side} action={form.action} onSubmit={(event) => event.preventDefault()}>
      {hidden.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className={styles.where}>
        <WhereFields listing={listing} controls={controls} unknown={listing.unknownCity} />
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
          if (matchMedia(widths.desktop!).matches) setOpen(!open)
          else onOpen('filter')
        }}
      >
        Click here to filter your choices
      </Button>
      {open && (
        <Stack>
          <FilterPanel listing={listing} controls={controls} />
          <ClearAll controls={controls} />
        </Stack>
      )}
      <div className="without-scripts">
        <Button type="submit" wide>
          Show the dishes
        </Button>
      </div>
      <div className={styles.toMap}>
        <MapSwitch listing={listing} controls={controls} />
      </div>
    </form>
  )
}

type WhereProps = Props & {
  inline?: boolean
  unknown?: string | null
  onPlaced?: () => void
}

const WhereFields = ({ listing, controls, onPlaced, ...field }: WhereProps) => (
  <CityFields
    {...field}
    city={useCity(listing, controls.selected.point)}
    onPlace={(place) => {
      controls.setPlace(place)
      onPlaced?.()
    }}
  />
)

const ClearAll = ({ controls }: Pick<Props, 'controls'>) =>
  countFilters(controls.selected) > 0 && (
    <Button variant="quiet" size="small" onClick={() => controls.filter(emptyFilters)}>
      Clear all
    </Button>
  )

/** Returns the city's name. If the point is the one that the visitor chose, this is the name that they chose. */
function useCity(
  { question: { point }, spot }: Listing,
  selected: ListingQueryControls['selected']['point'],
) {
  const chosen = useStored(chosenCity)
  if (chosen && selected && isSamePoint(roundPoint(chosen), selected)) return chosen.name
  if (!point) return ''
  return spot?.name ?? `${point.latitude}, ${point.longitude}`
}

/** The button that closes the filter sheet. It says how many dishes were found. */
function Show({ listing, controls: { busy }, onClick }: Props & { onClick(): void }) {
  const { question, nearBy, top, nearByCursor, topCursor } = listing
  const [{ length }, cursor] = question.point ? [nearBy, nearByCursor] : [top, topCursor]
  return (
    <Button onClick={onClick} busy={busy}>
      {`Show ${length}${cursor ? '+' : ''} ${pluralize(length, 'dish', 'dishes')}`}
    </Button>
  )
}
