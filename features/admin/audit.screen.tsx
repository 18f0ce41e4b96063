import { useSearchParams } from 'react-router'
import type { Output } from '#platform/contract/wire.ts'
import type { Handle } from '#platform/web/screen.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { AdminPage } from './frame.tsx'
import { adminMemberPath, auditSubjectPath } from './paths.ts'
import { dateTimeText, ListTable, type Column } from './table.tsx'

export const handle: Handle = { title: 'Audit', browserOnly: true }

type Row = Output<'GET /admin/audit'>['items'][number]

const who = ({ actor, actorName, through }: Row) =>
  (actor === 0 ? 'The operator' : (actorName ?? `Member ${actor}, who left`)) +
  (through === null ? '' : `, by ${through}`)

const columns: Column<Row>[] = [
  { id: 'at', label: 'When', value: ({ at }) => dateTimeText(at) },
  {
    id: 'actor',
    label: 'Who',
    value: who,
    to: ({ actor, actorName }) => (actorName === null ? null : adminMemberPath({ id: actor })),
  },
  { id: 'action', label: 'Did' },
  { id: 'subject', label: 'About', to: ({ subject }) => auditSubjectPath(subject) },
  { id: 'changes', label: 'Changed', value: changes },
]

export function Component() {
  const [search] = useSearchParams()
  return (
    <AdminPage title="Audit">
      <ListTable
        name="Audit"
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
              label="About"
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

const fieldsOf = (value: unknown) =>
  (typeof value === 'object' ? value : { value }) as Record<string, unknown> | null
const textOf = (value: unknown) =>
  typeof value === 'string' ? value : (JSON.stringify(value ?? null) ?? '')

/** Says what differs between the two values of an audit row, a field on each line. */
function changes(row: Row): string {
  const [before, after] = [fieldsOf(row.before), fieldsOf(row.after)]
  return Object.keys({ ...before, ...after })
    .map((field) => [field, textOf(before?.[field]), textOf(after?.[field])] as const)
    .filter(([, old, now]) => old !== now)
    .map(([field, old, now]) => `${field}: ${old === 'null' ? '' : `${old} → `}${now}`)
    .join('\n')
}
