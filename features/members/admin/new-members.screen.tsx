import type { Output } from '#platform/contract/wire.ts'
import type { Handle } from '#platform/web/screen.tsx'
import { JumpToTop } from '#platform/web/ui/page/jump-to-top.tsx'
import { AdminPage } from '#features/admin/frame.tsx'
import { dayColumn, idColumn, ListTable, type Column } from '#features/admin/table.tsx'
import { nameColumns, platformTexts } from './members.screen.tsx'

export const handle: Handle = { title: 'New members', browserOnly: true }

const columns: Column<Output<'GET /user/count'>['users'][number]>[] = [
  ...nameColumns,
  { id: 'email', label: 'E-mail' },
  {
    id: 'platform',
    label: 'Platform',
    value: ({ platform }) => platformTexts[platform],
  },
  dayColumn('createdAt', 'Joined', ({ createdAt }) => createdAt),
  idColumn,
]

export const Component = () => (
  <AdminPage title="New members">
    <ListTable
      name="New members"
      route="GET /user/count"
      rowsOf={({ users }) => users}
      figures={(page) => [
        ['New users', page?.new_users],
        ['Registered users', page?.registered_users],
      ]}
      columns={columns}
      filter
      range
      empty="No users found."
    />
    <JumpToTop afterScreens={0.25} />
  </AdminPage>
)
