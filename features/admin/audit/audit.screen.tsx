import type { Output } from '#platform/contract/wire.ts'
import type { Handle } from '#platform/web/screen.tsx'
import { AdminPage } from '../frame/admin-page.tsx'
import { adminMemberPath } from '../links/member.ts'
import { dateTimeText, type Column } from '../table/column.ts'
import { ListTable } from '../table/data-table.tsx'
import { createListCall } from '../table/use-list-pages.ts'
import type { SortColumn } from '../table/use-list-table.ts'
import css from './audit.module.css'
import { AuditSearch } from './audit-search.tsx'
import { diffAuditValues, changesText } from './changes.ts'
import { auditSubjectPath } from './subject-page.ts'
import { useAuditQuery } from './use-audit-query.ts'

export const handle: Handle = { title: 'Audit', browserOnly: true }

type Row = Output<'GET /admin/audit'>['items'][number]

const list = createListCall('GET /admin/audit')

const who = ({ actor, actorName, through }: Row) =>
  (actor === 0 ? 'The operator' : (actorName ?? `Member ${actor}, who left`)) +
  (through === null ? '' : `, by ${through}`)

const columns: Column<Row, SortColumn<'GET /admin/audit'>>[] = [
  { id: 'at', label: 'When', sort: 'at', text: ({ at }) => dateTimeText(at) },
  {
    id: 'actor',
    label: 'Who',
    sort: 'actor',
    value: who,
    to: ({ actor, actorName }) => (actorName === null ? null : adminMemberPath({ id: actor })),
  },
  { id: 'action', label: 'Did', sort: 'action' },
  { id: 'subject', label: 'To', sort: 'subject', to: ({ subject }) => auditSubjectPath(subject) },
  {
    id: 'changes',
    label: 'Changed',
    value: ({ before, after }) => changesText(before, after),
    cell: ({ before, after }) => <Changes before={before} after={after} />,
  },
]

export const Component = () => (
  <AdminPage title="Audit">
    <Audit />
  </AdminPage>
)

function Audit() {
  const query = useAuditQuery()
  return (
    <>
      <AuditSearch key={query.key} query={query} />
      {query.input && (
        <ListTable
          name="Audit"
          caption="Audit, the newest first"
          columns={columns}
          list={list}
          input={query.input}
          opens="subject"
          empty="Nothing like it was done."
        />
      )}
    </>
  )
}

function Changes({ before, after }: Pick<Row, 'before' | 'after'>) {
  return diffAuditValues(before, after).map(({ what, before: old, after: now }) => (
    <span key={what} className={css.change}>
      {what && <b>{what}</b>} {old !== null && <del>{old}</del>}
      {old !== null && now !== null && ' → '}
      {now !== null && <ins>{now}</ins>}
    </span>
  ))
}
