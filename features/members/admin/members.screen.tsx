import type { Output } from '#platform/contract/wire.ts'
import type { Handle } from '#platform/web/screen.tsx'
import { AdminPage } from '#features/admin/frame.tsx'
import { adminMemberPath } from '#features/admin/paths.ts'
import { dayColumn, idColumn, ListTable, type Column } from '#features/admin/table.tsx'

export const handle: Handle = { title: 'Members', browserOnly: true }

type Member = Output<'GET /admin/members'>['items'][number]

export const stateTexts: Record<Member['state'], string> = {
  active: 'Active',
  unverified: 'Not verified',
  disabled: 'Disabled',
  suspended: 'Suspended',
}
export const platformTexts: Record<Member['platform'], string> = { email: 'E-mail', apple: 'Apple' }

export const nameColumns: Column<Pick<Member, 'id' | 'userName' | 'firstName' | 'lastName'>>[] = [
  { id: 'userName', label: 'Username', to: adminMemberPath },
  { id: 'firstName', label: 'First name' },
  { id: 'lastName', label: 'Last name' },
]

const columns: Column<Member>[] = [
  ...nameColumns,
  { id: 'email', label: 'E-mail' },
  { id: 'state', label: 'State', value: ({ state }) => stateTexts[state] },
  dayColumn('createdAt', 'Joined', ({ createdAt }) => createdAt),
  idColumn,
]

export const Component = () => (
  <AdminPage title="Members">
    <ListTable
      name="Members"
      route="GET /admin/members"
      rowsOf={({ items }) => items}
      columns={columns}
      filter
      empty="No users found."
    />
  </AdminPage>
)
