import type { Output } from '#platform/contract/wire.ts'
import type { Handle } from '#platform/web/screen.tsx'
import { AdminPage } from '#features/admin/frame/admin-page.tsx'
import { itemPage, restaurantPage } from '#features/admin/links/listed.ts'
import { memberPage } from '#features/admin/links/member.ts'
import { RangeTable } from '#features/admin/range/range-table.tsx'
import { dayColumn, type Column } from '#features/admin/table/column.ts'
import { pagedList } from '#features/admin/table/use-all-rows.ts'

export const handle: Handle = { title: 'Recent yolos', browserOnly: true }

type Yolo = Output<'GET /recentYolos'>['recentYolos'][number]

const list = pagedList('GET /recentYolos', ({ recentYolos }) => recentYolos)

const columns: Column<Yolo>[] = [
  { id: 'userName', label: 'Username', to: ({ userId }) => memberPage({ id: userId }) },
  { id: 'categoryName', label: 'Category', choices: true, short: true },
  { id: 'itemName', label: 'Item', to: ({ itemId, itemName }) => itemPage(itemId, itemName) },
  {
    id: 'restaurantName',
    label: 'Restaurant',
    to: ({ restaurantId, restaurantName }) => restaurantPage(restaurantId, restaurantName),
  },
  { id: 'email', label: 'E-mail' },
  dayColumn('createdAt', 'Saved', ({ createdAt }) => createdAt),
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
