import { useNavigate } from 'react-router'
import { AdminPage } from '#features/admin/frame/admin-page.tsx'
import { api } from '#platform/web/api.ts'
import { Link } from '#platform/web/link.tsx'
import { useLoaded, type Handle, type LoaderArgs } from '#platform/web/screen.tsx'
import { DisclosurePanel } from '#platform/web/ui/page/disclosure-panel.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import { dayAsWritten } from '../dates.ts'
import { adminIsHere } from '#features/admin/frame/admin-is-here.ts'
import css from './admin.module.css'
import { ContestForm, type ContestFacts } from './contest-form.tsx'
import { outcomeWords, stateWords } from './outcome-words.ts'

export const loader = ({ api: ask }: LoaderArgs) =>
  adminIsHere() ? ask('GET /admin/contests', {}) : []

export const handle: Handle = { title: 'Contests', browserOnly: true }

export function Component() {
  const contests = useLoaded<typeof loader>()
  const navigate = useNavigate()
  const make = async (facts: Partial<ContestFacts>) => {
    const { id } = await api('POST /contests', facts as ContestFacts)
    await navigate(`/admin/contests/${id}`)
  }
  return (
    <AdminPage>
      <Stack gap={5}>
        <h1>Contests</h1>
        <DisclosurePanel summary="Make a contest">
          <ContestForm button="Make this contest" send={make} />
        </DisclosurePanel>
        <div className={css.scroll}>
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">Contest</th>
                <th scope="col">State</th>
                <th scope="col">Closes</th>
                <th scope="col">Drawing</th>
                <th scope="col">Entries that count</th>
                <th scope="col">Members</th>
                <th scope="col">Winner</th>
              </tr>
            </thead>
            <tbody>
              {contests.map((one) => (
                <tr key={one.id}>
                  <th scope="row">
                    <Link to={`/admin/contests/${one.id}`}>{one.title}</Link>
                  </th>
                  <td data-label="State">{stateWords[one.state]}</td>
                  <td data-label="Closes">{dayAsWritten(one.closesOn)}</td>
                  <td data-label="Drawing">{dayAsWritten(one.drawsOn)}</td>
                  <td data-label="Entries that count">{`${one.counting} of ${one.entryCount}`}</td>
                  <td data-label="Members">{`${one.membersCounting} of ${one.members}`}</td>
                  <td data-label="Winner">{one.outcome && outcomeWords[one.outcome]}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Stack>
    </AdminPage>
  )
}
