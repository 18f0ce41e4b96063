import type { Output } from '#platform/contract/wire.ts'
import type { Handle } from '#platform/web/screen.tsx'
import { AdminPage } from '#features/admin/frame.tsx'
import { adminItemPath, adminRestaurantPath, adminMemberPath } from '#features/admin/paths.ts'
import { dayColumn, ListTable, type Column } from '#features/admin/table.tsx'

export const handle: Handle = { title: 'Recent yolos', browserOnly: true }

type Yolo = Output<'GET /recentYolos'>['recentYolos'][number]

const columns: Column<Yolo>[] = [
  {
    id: 'userName',
    label: 'Username',
    to: ({ userId }) => adminMemberPath({ id: userId }),
  },
  { id: 'categoryName', label: 'Category' },
  {
    id: 'itemName',
    label: 'Item',
    to: ({ itemId, itemName }) => adminItemPath(itemId, itemName),
  },
  {
    id: 'restaurantName',
    label: 'Restaurant',
    to: ({ restaurantId, restaurantName }) => adminRestaurantPath(restaurantId, restaurantName),
  },
  { id: 'email', label: 'E-mail' },
  dayColumn('createdAt', 'Saved', ({ createdAt }) => createdAt),
]

export const Component = () => (
  <AdminPage title="Recent yolos">
    <ListTable
      name="Recent yolos"
      route="GET /recentYolos"
      rowsOf={({ recentYolos }) => recentYolos}
      figures={(page) => [['Yolos', page?.count]]}
      columns={columns}
      filter
      range
      empty="No yolos."
    />
  </AdminPage>
)
