import { useSearchParams } from 'react-router'
import type { Output } from '#platform/contract/wire.ts'
import type { Handle } from '#platform/web/screen.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import css from './audit.module.css'
import { AdminPage } from './frame.tsx'
import { adminMemberPath, auditSubjectPath } from './paths.ts'
import { dateTimeText, ListTable, type Column } from './table.tsx'

export const handle: Handle = { title: 'Audit', browserOnly: true }

type Row = Output<'GET /admin/audit'>['items'][number]

const who = ({ actor, actorName, through }: Row) =>
  (actor === 0 ? 'The operator' : (actorName ?? `Member ${actor}, who left`)) +
  (through === null ? '' : `, by ${through}`)

const columns: Column<Row>[] = [
  { id: 'at', label: 'When', text: ({ at }) => dateTimeText(at) },
  {
    id: 'actor',
    label: 'Who',
    value: who,
    to: ({ actor, actorName }) => (actorName === null ? null : adminMemberPath({ id: actor })),
  },
  { id: 'action', label: 'Did' },
  { id: 'subject', label: 'To', to: ({ subject }) => auditSubjectPath(subject) },
  {
    id: 'changes',
    label: 'Changed',
    value: (row) =>
      changesOf(row)
        .map(({ field, before, after }) => `${field}: ${before ?? ''} → ${after ?? ''}`)
        .join('; '),
    cell: (row) =>
      changesOf(row).map(({ field, before, after }) => (
        <span key={field} className={css.change}>
          {field && <b>{field}</b>} {before !== null && <del>{before}</del>}
          {before !== null && after !== null && ' → '}
          {after !== null && <ins>{after}</ins>}
        </span>
      )),
  },
]

export function Component() {
  const [search] = useSearchParams()
  return (
    <AdminPage title="Audit">
      <ListTable
        name="Audit"
        caption="Audit, the newest first"
        route="GET /admin/audit"
        rowsOf={({ items }) => items}
        columns={columns}
        filter
        range
        fields={
          <>
            <Field
              label="Who"
              name="actor"
              hint="An id; 0 is the operator"
              inputMode="numeric"
              defaultValue={search.get('actor') ?? ''}
            />
            <Field
              label="To"
              name="subject"
              hint="Such as item 5"
              defaultValue={search.get('subject') ?? ''}
            />
          </>
        }
        empty="Nothing like it was done."
      />
    </AdminPage>
  )
}

const textOf = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : { '': value }

/** Returns what differs between the two values of an audit row, field by field. */
function changesOf({ before, after }: Pick<Row, 'before' | 'after'>) {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .map((field) => ({ field, before: textOf(old[field]), after: textOf(now[field]) }))
    .filter((change) => change.before !== change.after)
}
