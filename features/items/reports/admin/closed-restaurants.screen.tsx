import type { Output } from '#platform/contract/wire.ts'
import type { Handle } from '#platform/web/screen.tsx'
import { AdminPage, ChiefOnly } from '#features/admin/frame/admin-page.tsx'
import type { Column } from '#features/admin/table/column.ts'
import { ListTable } from '#features/admin/table/data-table.tsx'
import { createListCall } from '#features/admin/table/use-list-pages.ts'
import type { SortColumn } from '#features/admin/table/use-list-table.ts'
import { ReportThresholdNote, hiddenChoices, hiddenText } from './threshold.tsx'
import { adminRestaurantPath } from '#features/admin/links/listed.ts'

export const handle: Handle = { title: 'Closed restaurants', browserOnly: true }

type Restaurant = Output<'GET /admin/closed-restaurants'>['items'][number]

const list = createListCall('GET /admin/closed-restaurants')

const columns: Column<Restaurant, SortColumn<'GET /admin/closed-restaurants'>>[] = [
  {
    id: 'name',
    label: 'Restaurant',
    sort: 'name',
    to: ({ id, name }) => adminRestaurantPath(id, name),
  },
  { id: 'address', label: 'Address', sort: 'address' },
  { id: 'reportCount', label: 'Reports', sort: 'reportCount', number: true },
  { id: 'hidden', label: 'Shown', value: hiddenText, choices: hiddenChoices, short: true },
]

export const Component = () => (
  <AdminPage title="Closed restaurants">
    <ChiefOnly>
      <ReportThresholdNote of="restaurant" />
      <ClosedRestaurants />
    </ChiefOnly>
  </AdminPage>
)

const ClosedRestaurants = () => (
  <ListTable
    name="Closed restaurants"
    columns={columns}
    list={list}
    input={{}}
    empty="No restaurants found"
  />
)
