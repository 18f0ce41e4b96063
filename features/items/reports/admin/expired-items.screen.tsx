import type { Output } from '#platform/contract/wire.ts'
import type { Handle } from '#platform/web/screen.tsx'
import { AdminPage, ChiefOnly } from '#features/admin/frame/admin-page.tsx'
import { ReportThresholdNote, hiddenChoices, hiddenText } from './threshold.tsx'
import { adminItemPath, adminRestaurantPath } from '#features/admin/links/listed.ts'
import type { Column } from '#features/admin/table/column.ts'
import { ListTable } from '#features/admin/table/data-table.tsx'
import { createListCall } from '#features/admin/table/use-list-pages.ts'
import type { SortColumn } from '#features/admin/table/use-list-table.ts'

export const handle: Handle = { title: 'Expired items', browserOnly: true }

type Item = Output<'GET /admin/expired-items'>['items'][number]

const list = createListCall('GET /admin/expired-items')

const columns: Column<Item, SortColumn<'GET /admin/expired-items'>>[] = [
  { id: 'name', label: 'Item', sort: 'name', to: ({ id, name }) => adminItemPath(id, name) },
  {
    id: 'restaurantName',
    label: 'Restaurant',
    sort: 'restaurantName',
    to: ({ restaurantId, restaurantName }) => adminRestaurantPath(restaurantId, restaurantName),
  },
  { id: 'reportCount', label: 'Reports', sort: 'reportCount', number: true },
  { id: 'hidden', label: 'Shown', value: hiddenText, choices: hiddenChoices, short: true },
]

export const Component = () => (
  <AdminPage title="Expired items">
    <ChiefOnly>
      <ReportThresholdNote />
      <ExpiredItems />
    </ChiefOnly>
  </AdminPage>
)

const ExpiredItems = () => (
  <ListTable name="Expired items" columns={columns} list={list} input={{}} empty="No items found" />
)
