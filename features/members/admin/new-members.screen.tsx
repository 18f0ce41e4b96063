import type { Output } from '#platform/contract/wire.ts'
import type { Handle } from '#platform/web/screen.tsx'
import { JumpToTop } from '#platform/web/ui/page/jump-to-top.tsx'
import { AdminPage } from '#features/admin/frame/admin-page.tsx'
import { RangeTable } from '#features/admin/range/range-table.tsx'
import { dayColumn, idColumn, type Column } from '#features/admin/table/column.ts'
import { createListCall } from '#features/admin/table/use-list-pages.ts'
import type { SortColumn } from '#features/admin/table/use-list-table.ts'
import { nameColumns } from './name-columns.ts'

export const handle: Handle = { title: 'New members', browserOnly: true }

type Member = Output<'GET /user/count'>['users'][number]

const list = createListCall('GET /user/count', ({ users }) => users)

const platforms = { email: 'E-mail', apple: 'Apple' }

const columns: Column<Member, SortColumn<'GET /user/count'>>[] = [
  ...nameColumns,
  { id: 'email', label: 'E-mail', sort: 'email' },
  {
    id: 'platform',
    label: 'Platform',
    value: ({ platform }) => platforms[platform],
    choices: platforms,
    short: true,
  },
  dayColumn('createdAt', 'Joined', ({ createdAt }) => createdAt, 'createdAt'),
  idColumn,
]

export const Component = () => (
  <AdminPage title="New members">
    <RangeTable
      name="New members"
      list={list}
      figures={(first) => [
        ['New users', first?.new_users],
        ['Registered users', first?.registered_users],
      ]}
      columns={columns}
      empty="No users found."
    />
    <JumpToTop afterScreens={0.25} />
  </AdminPage>
)
