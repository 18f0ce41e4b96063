import type { Output } from '#platform/contract/wire.ts'
import type { Handle } from '#platform/web/screen.tsx'
import { JumpToTop } from '#platform/web/ui/page/jump-to-top.tsx'
import { AdminPage } from '#features/admin/frame/admin-page.tsx'
import { Figures } from '#features/admin/frame/figures.tsx'
import { DateRange } from '#features/admin/range/date-range.tsx'
import { useRange } from '#features/admin/range/use-range.ts'
import { dayText, type Column } from '#features/admin/table/column.ts'
import { DataTable } from '#features/admin/table/data-table.tsx'
import { paged, useAllRows } from '#features/admin/table/use-all-rows.ts'
import { memberPage } from '#features/admin/links/member.ts'

export const handle: Handle = { title: 'New members', browserOnly: true }

type Member = Output<'GET /user/count'>['users'][number]

const list = paged({
  route: 'GET /user/count',
  rows: ({ users }): Member[] => users,
  next: ({ cursor }) => cursor,
})

const columns: Column<Member>[] = [
  {
    id: 'firstName',
    label: 'First name',
    value: ({ firstName }) => firstName,
    text: ({ firstName, userName }) => firstName ?? userName,
    to: memberPage,
  },
  { id: 'lastName', label: 'Last name', value: ({ lastName }) => lastName },
  { id: 'userName', label: 'Username', value: ({ userName }) => userName, hidden: true },
  { id: 'email', label: 'E-mail', value: ({ email }) => email },
  {
    id: 'platform',
    label: 'Platform',
    value: ({ platform }) => (platform === 'apple' ? 'Apple' : 'E-mail'),
    choices: true,
    short: true,
  },
  {
    id: 'createdAt',
    label: 'Joined',
    value: ({ createdAt }) => createdAt,
    text: ({ createdAt }) => dayText(createdAt),
    short: true,
  },
  { id: 'id', label: 'Id', value: ({ id }) => id, text: ({ id }) => String(id), number: true },
]

export const Component = () => (
  <AdminPage title="New members">
    <NewMembers />
    <JumpToTop afterScreens={0.25} />
  </AdminPage>
)

function NewMembers() {
  const range = useRange()
  const source = useAllRows(list, range.input)
  return (
    <>
      <DateRange range={range} />
      {range.input && (
        <>
          <Figures
            figures={[
              ['New users', source.first?.new_users],
              ['Registered users', source.first?.registered_users],
            ]}
          />
          <DataTable
            name="New members"
            caption="New members"
            columns={columns}
            source={source}
            rowId={({ id }) => id}
            empty="No users found."
          />
        </>
      )}
    </>
  )
}
