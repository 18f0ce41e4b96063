import type { Output } from '#platform/contract/wire.ts'
import type { Handle } from '#platform/web/screen.tsx'
import { AdminPage, ChiefOnly } from '#features/admin/frame/admin-page.tsx'
import { Threshold, hiddenText } from './threshold.tsx'
import { itemPage, restaurantPage } from '#features/admin/links/listed.ts'
import type { Column } from '#features/admin/table/column.ts'
import { DataTable } from '#features/admin/table/data-table.tsx'
import { useWholeList } from '#features/admin/table/use-all-rows.ts'

export const handle: Handle = { title: 'Expired items', browserOnly: true }

type Item = Output<'GET /markedExpiredItem'>[number]

const columns: Column<Item>[] = [
  { id: 'name', label: 'Item', to: ({ id, name }) => itemPage(id, name) },
  {
    id: 'restaurantName',
    label: 'Restaurant',
    to: ({ restaurantId, restaurantName }) => restaurantPage(restaurantId, restaurantName),
  },
  { id: 'reportCount', label: 'Reports', number: true },
  { id: 'hidden', label: 'Shown', value: hiddenText, choices: true, short: true },
]

export const Component = () => (
  <AdminPage title="Expired items">
    <ChiefOnly>
      <Threshold of="dish" />
      <ExpiredItems />
    </ChiefOnly>
  </AdminPage>
)

const ExpiredItems = () => (
  <DataTable
    name="Expired items"
    columns={columns}
    source={useWholeList('GET /markedExpiredItem', {}, (items) => items)}
    empty="No items found"
  />
)
