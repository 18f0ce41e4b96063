import { useRevalidator } from 'react-router'
import { isViewerAdmin } from '#features/admin/frame/admin-is-here.ts'
import { AdminPage } from '#features/admin/frame/admin-page.tsx'
import { FactList } from '#features/admin/frame/facts.tsx'
import type { Column } from '#features/admin/table/column.ts'
import { SimpleTable } from '#features/admin/table/simple-table.tsx'
import type { Output } from '#platform/contract/wire.ts'
import { api } from '#platform/web/api/api.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { useScreenData, type Handle, type LoaderArgs } from '#platform/web/screen.tsx'
import { DisclosurePanel } from '#platform/web/ui/page/disclosure-panel.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import { PageHeader } from '#platform/web/ui/page/page-header.tsx'
import { ContestChangeLog } from '../pages/changes.tsx'
import { formatDay, formatInstantDay, formatInstant } from '../dates.ts'
import { ContestForm, type EditedContest } from './contest-form.tsx'
import { ContestNextStep } from './steps.tsx'
import { outcomeTexts, stateTexts } from './texts.ts'

export type LoadedContest = Output<'GET /admin/contests/:id'>

export const loader = async ({ api: ask, params }: LoaderArgs): Promise<LoadedContest | null> =>
  isViewerAdmin() ? ask('GET /admin/contests/:id', { id: Number(params.id) }) : null

export const handle: Handle = { title: 'Contest', browserOnly: true }

export function Component() {
  const contest = useScreenData<typeof loader>()
  return <AdminPage>{contest && <OneContest contest={contest} />}</AdminPage>
}

function OneContest({ contest }: { contest: LoadedContest }) {
  const { id, title, state, area, timeZone, closedAt } = contest
  const { revalidate } = useRevalidator()
  const change = async (facts: Partial<EditedContest>, onSaved: () => void) => {
    await api('PUT /contests/:id', { id, ...facts })
    onSaved()
    await revalidate()
  }
  return (
    <Stack gap={5}>
      <PageHeader title={title} up={{ to: '/admin/contests', label: 'Contests' }} />
      <FactList
        facts={[
          ['State', stateTexts[state]],
          ['Area', `${area.name}, within ${area.miles.toLocaleString('en')} miles`],
          [closedAt ? 'Closed' : 'Closes', formatInstant(closedAt ?? contest.closesAt, timeZone)],
          ...drawingFacts(contest),
          ['Entries that count', `${contest.counting} of ${contest.entryCount}`],
          ['Members who count', `${contest.membersCounting} of ${contest.members}`],
        ]}
      />
      <p>
        <Link to={`/contests/${id}`} className="lone-link">
          The page that everyone sees
        </Link>
      </p>
      <ContestNextStep contest={contest} onDone={revalidate} />
      {contest.winners.length > 0 && (
        <section aria-labelledby="winners">
          <h2 id="winners">Winners</h2>
          <SimpleTable
            caption="Winners"
            columns={winnerColumns}
            rows={contest.winners.map((winner) => ({ ...winner, id: winner.k, timeZone }))}
          />
        </section>
      )}
      {state !== 'past' && (
        <DisclosurePanel summary="Change it">
          {/* The key resets the form when the values it started with have changed. */}
          <ContestForm
            key={JSON.stringify([contest.title, contest.prize, contest.drawsAt, state])}
            contest={contest}
            button="Save"
            send={change}
          />
        </DisclosurePanel>
      )}
      <ContestChangeLog contest={contest} />
    </Stack>
  )
}

/** When it was or is to be drawn. One that nobody entered isn't drawn, and older ones tell no winners. */
function drawingFacts(contest: LoadedContest): [string, string][] {
  const { state, seedHash, winners, drawsOn, drawsAt, timeZone } = contest
  if (state !== 'past') return [['Drawing', formatInstant(drawsAt, timeZone)]]
  return seedHash !== null && winners.length === 0 ? [] : [['Drawn', formatDay(drawsOn)]]
}

type Winner = LoadedContest['winners'][number] & { id: number; timeZone: string }

const winnerColumns: Column<Winner>[] = [
  { id: 'k', label: 'Draw', text: ({ k }) => (k === 0 ? 'First' : `Again, ${k}`) },
  { id: 'entry', label: 'Entry', text: ({ entry }) => String(entry) },
  {
    id: 'member',
    label: 'Member',
    value: ({ member }) => member?.userName ?? 'Has left',
    cell: ({ member }) =>
      member ? (
        <>
          <Link to={`/user/${member.id}`}>{member.userName}</Link> {member.email}
        </>
      ) : (
        'Has left'
      ),
  },
  {
    id: 'outcome',
    label: 'Answer',
    text: ({ outcome, member }) =>
      outcomeTexts[outcome] + (member?.mayBeShown ? ', name may be shown' : ''),
  },
  {
    id: 'answerBy',
    label: 'Until',
    text: ({ answerBy, remindedAt, overdueAt, outcome, timeZone }) =>
      formatInstant(answerBy, timeZone) +
      (remindedAt ? `, reminded ${formatInstantDay(remindedAt, timeZone)}` : '') +
      (overdueAt && outcome === 'unanswered' ? ', overdue' : ''),
  },
]
