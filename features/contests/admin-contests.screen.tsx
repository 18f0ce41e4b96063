import { useNavigate } from 'react-router'
import { isViewerAdmin, AdminPage } from '#features/admin/frame.tsx'
import { type Column, SimpleTable } from '#features/admin/table.tsx'
import type { Input } from '#platform/contract/wire.ts'
import { api } from '#platform/web/api/api.ts'
import { useScreenData, type Handle, type LoaderArgs } from '#platform/web/screen.tsx'
import { forgetUnsaved } from '#platform/web/ui/overlay/unsaved.tsx'
import { DisclosurePanel } from '#platform/web/ui/page/disclosure-panel.tsx'
import { ContestForm } from './contest-form.tsx'
import { formatDay } from './contest-texts.ts'
import type { Contest } from './contract.ts'

export const stateNames = { coming: 'Coming', open: 'Open', closed: 'Closed', past: 'Over' }

export const loader = ({ api: ask }: LoaderArgs) =>
  isViewerAdmin() ? ask('GET /contests', {}) : []

export const handle: Handle = { title: 'Contests', browserOnly: true }

const columns: Column<Contest>[] = [
  { id: 'title', label: 'Contest', to: ({ id }) => `/admin/contests/${id}` },
  { id: 'state', label: 'State', value: ({ state }) => stateNames[state] },
  { id: 'closesAt', label: 'Closes', value: (row) => formatDay(row.closesAt, row.timeZone) },
  { id: 'drawsAt', label: 'Drawing', value: (row) => formatDay(row.drawsAt, row.timeZone) },
  { id: 'entryCount', label: 'Entries', number: true },
]

export function Component() {
  const contests = useScreenData<typeof loader>()
  const navigate = useNavigate()
  const make = async (facts: Input<'POST /contests'>) => {
    const { id } = await api('POST /contests', facts)
    forgetUnsaved()
    await navigate(`/admin/contests/${id}`)
  }
  return (
    <AdminPage title="Contests">
      <DisclosurePanel summary="Make a contest">
        <ContestForm button="Make this contest" send={make} />
      </DisclosurePanel>
      <SimpleTable caption="Contests" columns={columns} rows={contests} />
    </AdminPage>
  )
}
