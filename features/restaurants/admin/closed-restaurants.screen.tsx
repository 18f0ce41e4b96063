import { reportHideThreshold } from '#domain/reports.ts'
import { AdminPage, ChiefOnly } from '#features/admin/frame.tsx'
import { adminRestaurantPath } from '#features/admin/paths.ts'
import { ListTable, type Column } from '#features/admin/table.tsx'
import type { Output } from '#platform/contract/wire.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import type { Handle } from '#platform/web/screen.tsx'

export const handle: Handle = { title: 'Closed restaurants', browserOnly: true }

const columns: Column<Output<'GET /markedClosedRestaurant'>['restaurants'][number]>[] = [
  { id: 'name', label: 'Restaurant', to: ({ id, name }) => adminRestaurantPath(id, name) },
  { id: 'address', label: 'Address' },
  { id: 'reportCount', label: 'Reports', number: true, to: () => '/admin/queue?kind=closed' },
  {
    id: 'hidden',
    label: 'Shown',
    value: ({ hidden }) => (hidden ? 'Hidden' : 'Still shown'),
  },
]

export const Component = () => (
  <AdminPage title="Closed restaurants">
    <ChiefOnly>
      <p>
        The threshold is {reportHideThreshold} reports: from then on the restaurant is hidden from
        the lists. <Link to="/admin/queue?kind=closed">The queue</Link> says who reported it, and
        confirms or dismisses.
      </p>
      <ListTable
        name="Closed restaurants"
        route="GET /markedClosedRestaurant"
        rowsOf={({ restaurants }) => restaurants}
        columns={columns}
        empty="No restaurants found"
      />
    </ChiefOnly>
  </AdminPage>
)
