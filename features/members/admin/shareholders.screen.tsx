import type { Output } from '#platform/contract/wire.ts'
import type { Handle } from '#platform/web/screen.tsx'
import { AdminPage } from '#features/admin/frame/admin-page.tsx'
import type { Column } from '#features/admin/table/column.ts'
import { DataTable } from '#features/admin/table/data-table.tsx'
import { paged, useAllRows } from '#features/admin/table/use-all-rows.ts'
import { memberPage } from '#features/admin/links/member.ts'

export const handle: Handle = { title: 'Shareholders', browserOnly: true }

type Holder = Output<'GET /shares'>[number]

const list = paged({
  route: 'GET /shares',
  rows: (page): Holder[] => page,
  // Fewer than a page holds: the last.
  next: (page) => (page.length < 1000 ? null : page.at(-1)?.id),
})
const everyone = {}

const columns: Column<Holder>[] = [
  {
    id: 'firstName',
    label: 'First name',
    value: ({ firstName }) => firstName,
    text: ({ firstName, userName }) => firstName ?? userName,
    to: memberPage,
  },
  { id: 'lastName', label: 'Last name', value: ({ lastName }) => lastName },
  { id: 'userName', label: 'Username', value: ({ userName }) => userName, hidden: true },
  { id: 'yoloCount', label: 'Yolos', value: ({ yoloCount }) => yoloCount, number: true },
  { id: 'refCount', label: 'Referrals', value: ({ refCount }) => refCount, number: true },
  { id: 'shareCount', label: 'Shares', value: ({ shareCount }) => shareCount, number: true },
]

export const Component = () => (
  <AdminPage title="Shareholders">
    <Shareholders />
  </AdminPage>
)

const Shareholders = () => (
  <DataTable
    name="Shareholders"
    caption="Shareholders"
    columns={columns}
    source={useAllRows(list, everyone)}
    rowId={({ id }) => id}
    empty="No users found."
  />
)
