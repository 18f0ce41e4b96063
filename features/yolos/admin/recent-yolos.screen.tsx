import { categories } from '#domain/vocabulary/categories.ts'
import type { Output } from '#platform/contract/wire.ts'
import type { Handle } from '#platform/web/screen.tsx'
import { AdminPage } from '#features/admin/frame/admin-page.tsx'
import { adminItemPath, adminRestaurantPath } from '#features/admin/links/listed.ts'
import { adminMemberPath } from '#features/admin/links/member.ts'
import { RangeTable } from '#features/admin/range/range-table.tsx'
import { dayColumn, type Column } from '#features/admin/table/column.ts'
import { createListCall } from '#features/admin/table/use-list-pages.ts'
import type { SortColumn } from '#features/admin/table/use-list-table.ts'

export const handle: Handle = { title: 'Recent yolos', browserOnly: true }

type Yolo = Output<'GET /recentYolos'>['recentYolos'][number]

const list = createListCall('GET /recentYolos', ({ recentYolos }) => recentYolos)

const columns: Column<Yolo, SortColumn<'GET /recentYolos'>>[] = [
  {
    id: 'userName',
    label: 'Username',
    sort: 'userName',
    to: ({ userId }) => adminMemberPath({ id: userId }),
  },
  {
    id: 'category',
    label: 'Category',
    sort: 'category',
    value: ({ categoryName }) => categoryName,
    choices: Object.fromEntries(categories.map(({ id, name }) => [id, name])),
    short: true,
  },
  {
    id: 'itemName',
    label: 'Item',
    sort: 'itemName',
    to: ({ itemId, itemName }) => adminItemPath(itemId, itemName),
  },
  {
    id: 'restaurantName',
    label: 'Restaurant',
    sort: 'restaurantName',
    to: ({ restaurantId, restaurantName }) => adminRestaurantPath(restaurantId, restaurantName),
  },
  { id: 'email', label: 'E-mail', sort: 'email' },
  dayColumn('createdAt', 'Saved', ({ createdAt }) => createdAt, 'createdAt'),
]

export const Component = () => (
  <AdminPage title="Recent yolos">
    <RangeTable
      name="Recent yolos"
      list={list}
      figures={(first) => [['Yolos', first?.count]]}
      columns={columns}
      opens="itemName"
      empty="No yolos."
    />
  </AdminPage>
)
