import type { Output } from '#platform/contract/wire.ts'
import type { Handle } from '#platform/web/screen.tsx'
import { AdminPage } from '#features/admin/frame.tsx'
import { ListTable, rowsShown, type Column } from '#features/admin/table.tsx'
import { nameColumns } from './members.screen.tsx'

export const handle: Handle = { title: 'Shareholders', browserOnly: true }

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
      route="GET /shares"
      rowsOf={(holders) => holders}
      nextOf={(holders) => (holders.length < rowsShown ? null : holders.at(-1)!.id)}
      columns={columns}
      empty="No users found."
    />
  </AdminPage>
)
