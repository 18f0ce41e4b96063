import type { Output } from '#platform/contract/wire.ts'
import type { Handle } from '#platform/web/screen.tsx'
import { AdminPage, ChiefOnly } from '#features/admin/frame/admin-page.tsx'
import type { Column } from '#features/admin/table/column.ts'
import { DataTable } from '#features/admin/table/data-table.tsx'
import { useWholeList } from '#features/admin/table/use-all-rows.ts'
import { Threshold, hiddenText } from './threshold.tsx'
import { restaurantPage } from '#features/admin/links/listed.ts'

export const handle: Handle = { title: 'Closed restaurants', browserOnly: true }

type Restaurant = Output<'GET /markedClosedRestaurant'>['restaurants'][number]

const columns: Column<Restaurant>[] = [
  { id: 'name', label: 'Restaurant', to: ({ id, name }) => restaurantPage(id, name) },
  { id: 'address', label: 'Address' },
  { id: 'reportCount', label: 'Reports', number: true },
  { id: 'hidden', label: 'Shown', value: hiddenText, choices: true, short: true },
]

export const Component = () => (
  <AdminPage title="Closed restaurants">
    <ChiefOnly>
      <Threshold of="restaurant" />
      <ClosedRestaurants />
    </ChiefOnly>
  </AdminPage>
)

const ClosedRestaurants = () => (
  <DataTable
    name="Closed restaurants"
    columns={columns}
    source={useWholeList('GET /markedClosedRestaurant', {}, ({ restaurants }) => restaurants)}
    empty="No restaurants found"
  />
)
