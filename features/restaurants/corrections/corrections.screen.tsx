import { fieldLabels, noValueText } from './fields.ts'
import type { Handle } from '#platform/web/screen.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Row } from '#platform/web/ui/page/layout.tsx'
import { AdminPage } from '#features/admin/frame/admin-page.tsx'
import { adminMemberPath } from '#features/admin/links/member.ts'
import { dayColumn, type Column } from '#features/admin/table/column.ts'
import { ListTable } from '#features/admin/table/data-table.tsx'
import { createListCall } from '#features/admin/table/use-list-pages.ts'
import type { SortColumn } from '#features/admin/table/use-list-table.ts'
import { useCorrections, type WaitingCorrection } from './use-corrections.tsx'

export const handle: Handle = { title: 'Corrections', browserOnly: true }

const list = createListCall('GET /admin/corrections')

const columns: Column<WaitingCorrection, SortColumn<'GET /admin/corrections'>>[] = [
  {
    id: 'restaurantName',
    label: 'Restaurant',
    sort: 'restaurantName',
    to: ({ restaurantId }) => `/restaurant/${restaurantId}`,
  },
  {
    id: 'field',
    label: 'Fact',
    value: ({ field }) => fieldLabels[field],
    choices: fieldLabels,
    short: true,
  },
  { id: 'before', label: 'Was', value: ({ before }) => before || 'NOT FOUND' },
  { id: 'after', label: 'Should be', value: ({ after }) => after || noValueText },
  {
    id: 'userName',
    label: 'Proposed by',
    sort: 'userName',
    to: ({ userId }) => adminMemberPath({ id: userId }),
  },
  {
    id: 'agreed',
    label: 'A second agrees',
    value: ({ agreed }) => (agreed ? 'Yes' : 'No'),
    choices: { true: 'Yes', false: 'No' },
    short: true,
  },
  dayColumn('at', 'Proposed', ({ at }) => at, 'at'),
]

export const Component = () => (
  <AdminPage title="Corrections">
    <Corrections />
  </AdminPage>
)

function Corrections() {
  const { takeOver, decline, busy, dialog } = useCorrections()
  return (
    <>
      <ListTable
        name="Corrections"
        caption="Proposed corrections"
        columns={columns}
        list={list}
        input={{}}
        empty="No correction waits."
        renderChosen={(rows) => (
          <Row>
            <Button size="small" busy={busy} onClick={() => takeOver(rows)}>
              Take over
            </Button>
            <Button variant="danger" size="small" busy={busy} onClick={() => decline(rows)}>
              Decline
            </Button>
          </Row>
        )}
      />
      {dialog}
    </>
  )
}
