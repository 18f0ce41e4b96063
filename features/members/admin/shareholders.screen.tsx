import type { Output } from '#platform/contract/wire.ts'
import type { Handle } from '#platform/web/screen.tsx'
import { AdminPage } from '#features/admin/frame/admin-page.tsx'
import type { Column } from '#features/admin/table/column.ts'
import { ListTable } from '#features/admin/table/data-table.tsx'
import { createListCall } from '#features/admin/table/use-list-pages.ts'
import type { SortColumn } from '#features/admin/table/use-list-table.ts'
import { nameColumns } from './name-columns.ts'

export const handle: Handle = { title: 'Shareholders', browserOnly: true }

type Shareholder = Output<'GET /admin/shareholders'>['items'][number]

const list = createListCall('GET /admin/shareholders')

const columns: Column<Shareholder, SortColumn<'GET /admin/shareholders'>>[] = [
  ...nameColumns,
  { id: 'yoloCount', label: 'Yolos', sort: 'yoloCount', number: true },
  { id: 'refCount', label: 'Referrals', sort: 'refCount', number: true },
  { id: 'shareCount', label: 'Shares', sort: 'shareCount', number: true },
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
