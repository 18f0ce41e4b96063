import type { Output } from '#platform/contract/wire.ts'
import type { Handle } from '#platform/web/screen.tsx'
import { AdminPage } from '#features/admin/frame/admin-page.tsx'
import type { Column } from '#features/admin/table/column.ts'
import { ListTable } from '#features/admin/table/data-table.tsx'
import { pagedList } from '#features/admin/table/use-all-rows.ts'
import { nameColumns } from './name-columns.ts'

export const handle: Handle = { title: 'Shareholders', browserOnly: true }

const list = pagedList(
  'GET /shares',
  (page) => page,
  // A page that isn't full is the last.
  (page) => (page.length < 1000 ? null : page.at(-1)?.id),
)

const columns: Column<Output<'GET /shares'>[number]>[] = [
  ...nameColumns,
  { id: 'yoloCount', label: 'Yolos', number: true },
  { id: 'refCount', label: 'Referrals', number: true },
  { id: 'shareCount', label: 'Shares', number: true },
]

export const Component = () => (
  <AdminPage title="Shareholders">
    <ListTable
      name="Shareholders"
      list={list}
      input={{}}
      columns={columns}
      empty="No users found."
    />
  </AdminPage>
)
