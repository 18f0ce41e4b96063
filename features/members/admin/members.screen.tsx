import { useSearchParams } from 'react-router'
import type { Output } from '#platform/contract/wire.ts'
import type { Handle } from '#platform/web/screen.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { AdminPage } from '#features/admin/frame/admin-page.tsx'
import { adminMemberPath } from '#features/admin/links/member.ts'
import { dayColumn, idColumn, type Column } from '#features/admin/table/column.ts'
import { ListTable } from '#features/admin/table/data-table.tsx'
import { createListCall } from '#features/admin/table/use-list-pages.ts'
import type { SortColumn } from '#features/admin/table/use-list-table.ts'
import css from './members.module.css'
import { stateChoices, stateText } from './state-words.ts'

export const handle: Handle = { title: 'Members', browserOnly: true }

type Member = Output<'GET /admin/members'>['items'][number]

const list = createListCall('GET /admin/members')

const columns: Column<Member, SortColumn<'GET /admin/members'>>[] = [
  { id: 'userName', label: 'Username', sort: 'userName', to: adminMemberPath },
  { id: 'firstName', label: 'First name', sort: 'firstName' },
  { id: 'lastName', label: 'Last name', sort: 'lastName' },
  { id: 'email', label: 'E-mail', sort: 'email' },
  {
    id: 'state',
    label: 'State',
    value: ({ states }) => stateText(states),
    choices: stateChoices,
    short: true,
  },
  dayColumn('createdAt', 'Joined', ({ createdAt }) => createdAt, 'createdAt'),
  idColumn,
]

export const Component = () => (
  <AdminPage title="Members">
    <Members />
  </AdminPage>
)

function Members() {
  const [search, setSearch] = useSearchParams()
  const q = search.get('q') ?? ''
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
            maxLength={200}
            defaultValue={q}
          />
          <Button type="submit">Search</Button>
        </form>
      </search>
      <ListTable
        name="Members"
        caption={q ? `Members found by ${q}` : 'Members, the newest first'}
        columns={columns}
        list={list}
        input={{ q }}
        filter={false}
        empty="No members found."
      />
    </>
  )
}
