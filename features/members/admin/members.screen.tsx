import { useSearchParams } from 'react-router'
import type { Output } from '#platform/contract/wire.ts'
import type { Handle } from '#platform/web/screen.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { AdminPage } from '#features/admin/frame/admin-page.tsx'
import { memberPage } from '#features/admin/links/member.ts'
import { dayText, type Column } from '#features/admin/table/column.ts'
import { DataTable } from '#features/admin/table/data-table.tsx'
import { paged, useAllRows } from '#features/admin/table/use-all-rows.ts'
import css from './members.module.css'
import { stateText } from './state-words.ts'

export const handle: Handle = { title: 'Members', browserOnly: true }

type Member = Output<'GET /admin/members'>['members'][number]

const list = paged({
  route: 'GET /admin/members',
  rows: ({ members }): Member[] => members,
  next: ({ cursor }) => cursor,
})

const columns: Column<Member>[] = [
  { id: 'userName', label: 'Username', value: ({ userName }) => userName, to: memberPage },
  { id: 'firstName', label: 'First name', value: ({ firstName }) => firstName },
  { id: 'lastName', label: 'Last name', value: ({ lastName }) => lastName },
  { id: 'email', label: 'E-mail', value: ({ email }) => email },
  {
    id: 'state',
    label: 'State',
    value: ({ states }) => stateText(states),
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
  <AdminPage title="Members">
    <Members />
  </AdminPage>
)

function Members() {
  const [search, setSearch] = useSearchParams()
  const q = search.get('q') ?? ''
  const source = useAllRows(list, { q })
  return (
    <>
      <search>
        <form
          key={q}
          className={css.search}
          onSubmit={(event) => {
            event.preventDefault()
            const typed = new FormData(event.currentTarget).get('q')
            setSearch(typeof typed === 'string' && typed.trim() ? { q: typed.trim() } : {})
          }}
        >
          <Field
            type="search"
            name="q"
            label="Name, e-mail or id"
            hint="Words are found by how they begin."
            autoComplete="off"
            maxLength={100}
            defaultValue={q}
          />
          <Button type="submit">Search</Button>
        </form>
      </search>
      <DataTable
        name="Members"
        caption={q ? `Members found by ${q}` : 'Members, the newest first'}
        columns={columns}
        source={source}
        rowId={({ id }) => id}
        empty="No members found."
      />
    </>
  )
}
