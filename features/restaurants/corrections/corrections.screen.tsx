import { fieldWords } from './words.ts'
import type { Handle } from '#platform/web/screen.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Row } from '#platform/web/ui/page/layout.tsx'
import { AdminPage } from '#features/admin/frame/admin-page.tsx'
import { memberPage } from '#features/admin/links/member.ts'
import { dayText, type Column } from '#features/admin/table/column.ts'
import { DataTable } from '#features/admin/table/data-table.tsx'
import { paged, useAllRows } from '#features/admin/table/use-all-rows.ts'
import { useCorrections, type Waiting } from './use-corrections.tsx'

export const handle: Handle = { title: 'Corrections', browserOnly: true }

const list = paged({
  route: 'GET /admin/corrections',
  rows: ({ corrections }): Waiting[] => corrections,
  next: ({ cursor }) => cursor,
})

const columns: Column<Waiting>[] = [
  {
    id: 'restaurantName',
    label: 'Restaurant',
    value: ({ restaurantName }) => restaurantName,
    to: ({ restaurantId }) => `/restaurant/${restaurantId}`,
  },
  { id: 'cityName', label: 'City', value: ({ cityName }) => cityName, hidden: true },
  {
    id: 'field',
    label: 'Fact',
    value: ({ field }) => fieldWords[field],
    choices: true,
    short: true,
  },
  { id: 'before', label: 'Was', value: ({ before }) => before || 'NOT FOUND' },
  { id: 'after', label: 'Should be', value: ({ after }) => after },
  {
    id: 'userName',
    label: 'Proposed by',
    value: ({ userName }) => userName,
    to: ({ userId }) => memberPage({ id: userId }),
  },
  {
    id: 'agreed',
    label: 'A second agrees',
    value: ({ agreed }) => (agreed ? 'Yes' : 'No'),
    choices: true,
    short: true,
  },
  {
    id: 'at',
    label: 'Proposed',
    value: ({ at }) => at,
    text: ({ at }) => dayText(at),
    short: true,
  },
]

export const Component = () => (
  <AdminPage title="Corrections">
    <Corrections />
  </AdminPage>
)

function Corrections() {
  const source = useAllRows(list, {})
  const { takeOver, decline, busy, dialog } = useCorrections()
  return (
    <>
      <DataTable
        name="Corrections"
        caption="Proposed corrections"
        columns={columns}
        source={source}
        rowId={({ id }) => id}
        empty="No correction waits."
        renderChosen={(rows) => (
          <Row>
            <Button size="small" busy={busy} onClick={() => takeOver(rows)}>
              Take over
            </Button>
            <Button look="danger" size="small" busy={busy} onClick={() => decline(rows)}>
              Decline
            </Button>
          </Row>
        )}
      />
      {dialog}
    </>
  )
}
