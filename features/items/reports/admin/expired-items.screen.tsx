import type { Output } from '#platform/contract/wire.ts'
import type { Handle } from '#platform/web/screen.tsx'
import { AdminPage, ChiefOnly } from '#features/admin/frame.tsx'
import { reportHideThreshold } from '#domain/reports.ts'
import { adminItemPath, adminRestaurantPath } from '#features/admin/paths.ts'
import { ListTable, type Column } from '#features/admin/table.tsx'
import { Link } from '#platform/web/navigation/link.tsx'

export const handle: Handle = { title: 'Expired items', browserOnly: true }

type Item = Output<'GET /markedExpiredItem'>[number]

const columns: Column<Item>[] = [
  { id: 'name', label: 'Item', to: ({ id, name }) => adminItemPath(id, name) },
  {
    id: 'restaurantName',
    label: 'Restaurant',
    to: ({ restaurantId, restaurantName }) => adminRestaurantPath(restaurantId, restaurantName),
  },
  { id: 'reportCount', label: 'Reports', number: true, to: () => '/admin/queue?kind=item' },
  {
    id: 'hidden',
    label: 'Shown',
    value: ({ hidden }) => (hidden ? 'Hidden' : 'Still shown'),
  },
]

export const Component = () => (
  <AdminPage title="Expired items">
    <ChiefOnly>
      <p>
        The threshold is {reportHideThreshold} reports: from then on the dish is hidden from the
        lists. <Link to="/admin/queue?kind=item">The queue</Link> says who reported it, and confirms
        or dismisses.
      </p>
      <ExpiredItems />
    </ChiefOnly>
  </AdminPage>
)

const ExpiredItems = () => (
  <ListTable
    name="Expired items"
    columns={columns}
    route="GET /markedExpiredItem"
    rowsOf={(items) => items}
    empty="No items found"
  />
)
