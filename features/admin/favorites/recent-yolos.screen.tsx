import type { Output } from '#platform/contract/wire.ts'
import type { Handle } from '#platform/web/screen.tsx'
import { AdminPage } from '../frame/admin-page.tsx'
import { Figures } from '../frame/figures.tsx'
import { memberPage } from '../people/member-page.ts'
import { DateRange } from '../range/date-range.tsx'
import { useRange } from '../range/use-range.ts'
import { itemPage, restaurantPage } from '../restaurants/ways.ts'
import { dayText, type Column } from '../table/column.ts'
import { DataTable } from '../table/data-table.tsx'
import { paged, useAllRows } from '../table/use-all-rows.ts'

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
