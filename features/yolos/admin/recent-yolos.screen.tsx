import type { Output } from '#platform/contract/wire.ts'
import type { Handle } from '#platform/web/screen.tsx'
import { AdminPage } from '#features/admin/frame/admin-page.tsx'
import { Figures } from '#features/admin/frame/figures.tsx'
import { memberPage } from '#features/admin/links/member.ts'
import { DateRange } from '#features/admin/range/date-range.tsx'
import { useRange } from '#features/admin/range/use-range.ts'
import { itemPage, restaurantPage } from '#features/admin/links/listed.ts'
import { dayText, type Column } from '#features/admin/table/column.ts'
import { DataTable } from '#features/admin/table/data-table.tsx'
import { paged, useAllRows } from '#features/admin/table/use-all-rows.ts'

export const handle: Handle = { title: 'Recent yolos', browserOnly: true }

type Yolo = Output<'GET /recentYolos'>['recentYolos'][number]

const list = paged({
  route: 'GET /recentYolos',
  rows: ({ recentYolos }): Yolo[] => recentYolos,
  next: ({ cursor }) => cursor,
})

const columns: Column<Yolo>[] = [
  {
    id: 'userName',
    label: 'Username',
    value: ({ userName }) => userName,
    to: ({ userId }) => memberPage({ id: userId }),
  },
  {
    id: 'categoryName',
    label: 'Category',
    value: ({ categoryName }) => categoryName,
    choices: true,
    short: true,
  },
  {
    id: 'itemName',
    label: 'Item',
    value: ({ itemName }) => itemName,
    to: ({ itemId, itemName }) => itemPage(itemId, itemName),
  },
  {
    id: 'restaurantName',
    label: 'Restaurant',
    value: ({ restaurantName }) => restaurantName,
    to: ({ restaurantId, restaurantName }) => restaurantPage(restaurantId, restaurantName),
  },
  { id: 'email', label: 'E-mail', value: ({ email }) => email },
  {
    id: 'createdAt',
    label: 'Saved',
    value: ({ createdAt }) => createdAt,
    text: ({ createdAt }) => dayText(createdAt),
    short: true,
  },
]

export const Component = () => (
  <AdminPage title="Recent yolos">
    <RecentYolos />
  </AdminPage>
)

function RecentYolos() {
  const range = useRange()
  const source = useAllRows(list, range.input)
  return (
    <>
      <DateRange range={range} />
      {range.input && (
        <>
          <Figures figures={[['Yolos', source.first?.count]]} />
          <DataTable
            name="Recent yolos"
            caption="Recent yolos"
            columns={columns}
            source={source}
            rowId={({ id }) => id}
            opens="itemName"
            empty="No yolos."
          />
        </>
      )}
    </>
  )
}
