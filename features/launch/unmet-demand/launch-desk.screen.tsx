import { cityCoveragePath } from '#features/admin/links/listed.ts'
import { AdminPage } from '#features/admin/frame/admin-page.tsx'
import { isViewerAdmin } from '#features/admin/frame/admin-is-here.ts'
import { DateRange } from '#features/admin/range/date-range.tsx'
import { useRange } from '#features/admin/range/use-range.ts'
import type { Column } from '#features/admin/table/column.ts'
import { ListTable } from '#features/admin/table/data-table.tsx'
import { SimpleTable } from '#features/admin/table/simple-table.tsx'
import { createListCall } from '#features/admin/table/use-list-pages.ts'
import type { SortColumn } from '#features/admin/table/use-list-table.ts'
import type { Output } from '#platform/contract/wire.ts'
import { useScreenData, type Handle, type LoaderArgs } from '#platform/web/screen.tsx'
import { EmptyState } from '#platform/web/ui/page/empty-state.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import { keptDays } from './kept-days.ts'
import css from '../launch.module.css'

export const handle: Handle = { title: 'Launch desk', browserOnly: true }

export const loader = ({ api }: LoaderArgs) =>
  isViewerAdmin() ? api('GET /admin/unmet-demand/gaps', {}) : []

type Gap = Output<'GET /admin/unmet-demand/gaps'>[number]
type EmptyList = Output<'GET /admin/unmet-demand/lists'>['items'][number]
type FailedSearch = Output<'GET /admin/unmet-demand/searches'>['items'][number]

const gapColumns: Column<Gap>[] = [
  { id: 'cityName', label: 'City', to: ({ citySlug }) => cityCoveragePath(citySlug) },
  { id: 'categoryName', label: 'Category', short: true },
  { id: 'visitors', label: 'Visitors', number: true },
  { id: 'times', label: 'Times', number: true },
  { id: 'dishes', label: 'Dishes', number: true },
]

const lists = createListCall('GET /admin/unmet-demand/lists')
const listColumns: Column<EmptyList, SortColumn<'GET /admin/unmet-demand/lists'>>[] = [
  {
    id: 'cityName',
    label: 'City',
    sort: 'cityName',
    to: ({ citySlug }) => cityCoveragePath(citySlug),
  },
  { id: 'categoryName', label: 'Category', sort: 'categoryName', short: true },
  { id: 'visitors', label: 'Visitors', sort: 'visitors', number: true },
  { id: 'times', label: 'Times', sort: 'times', number: true },
  { id: 'days', label: 'Days', sort: 'days', number: true },
  { id: 'lastDay', label: 'Last', sort: 'lastDay', text: lastDayText, short: true },
]

const searches = createListCall('GET /admin/unmet-demand/searches')
const searchColumns: Column<FailedSearch, SortColumn<'GET /admin/unmet-demand/searches'>>[] = [
  { id: 'text', label: 'Search', sort: 'text' },
  { id: 'cities', label: 'Cities' },
  { id: 'visitors', label: 'Visitors', sort: 'visitors', number: true },
  { id: 'times', label: 'Times', sort: 'times', number: true },
  { id: 'days', label: 'Days', sort: 'days', number: true },
  { id: 'lastDay', label: 'Last', sort: 'lastDay', text: lastDayText, short: true },
]

/** Formats a day like '2/22/2025', as all admin tables do. Days of these counts are by UTC. */
function lastDayText({ lastDay }: { lastDay: string }) {
  const [year, month, day] = lastDay.split('-').map(Number)
  return `${month}/${day}/${year}`
}

export const Component = () => (
  <AdminPage title="Launch desk">
    <Gaps />
    <NotFound />
  </AdminPage>
)

function Gaps() {
  const gaps = useScreenData<typeof loader>()
  return (
    <section aria-labelledby="gaps">
      <Stack gap={4}>
        <h2 id="gaps">The twenty largest gaps</h2>
        <p className={css.lead}>
          Categories of cities in which most visitors of the last 30 days were shown an empty list,
          and that have fewer than five dishes within 20 miles still.
        </p>
        {gaps.length > 0 ? (
          <SimpleTable caption="The twenty largest gaps" columns={gapColumns} rows={gaps} dense />
        ) : (
          <EmptyState title="No gaps: in the last 30 days nobody was shown an empty list that is empty still." />
        )}
      </Stack>
    </section>
  )
}

/** What was asked for and not found in a range of days. Counts are kept for 30 days. */
function NotFound() {
  const range = useRange()
  return (
    <section aria-labelledby="not-found" className={css.apart}>
      <Stack gap={5}>
        <Stack gap={4}>
          <h2 id="not-found">Asked for and not found</h2>
          <p className={css.lead}>
            Counted by day (UTC) and city, without who, and gone after 30 days. Visitors are told
            apart by their network, so a household is one, and robots are none.
          </p>
          <DateRange range={range} keptDays={keptDays} />
        </Stack>
        {range.input && (
          <>
            <Stack gap={3}>
              <h3>Lists shown empty</h3>
              <ListTable
                name="Lists shown empty"
                columns={listColumns}
                list={lists}
                input={range.input}
                empty="No list was shown empty on these days."
              />
            </Stack>
            <Stack gap={3}>
              <h3>Searches that found nothing</h3>
              <p className={css.lead}>
                A search is told once five networks have asked the same on three days or more.
              </p>
              <ListTable
                name="Searches that found nothing"
                columns={searchColumns}
                list={searches}
                input={range.input}
                empty="No search was asked by so many on these days."
              />
            </Stack>
          </>
        )}
      </Stack>
    </section>
  )
}
