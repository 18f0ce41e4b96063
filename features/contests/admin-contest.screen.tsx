import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { isViewerAdmin, AdminPage, FactList } from '#features/admin/frame.tsx'
import { type Column, SimpleTable } from '#features/admin/table.tsx'
import type { Input, Output } from '#platform/contract/wire.ts'
import { api, asApiError } from '#platform/web/api/api.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { useScreenData, type Handle, type LoaderArgs } from '#platform/web/screen.tsx'
import { downloadFile } from '#platform/web/storage/save-file.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { ConfirmDialog } from '#platform/web/ui/overlay/dialog.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { DisclosurePanel } from '#platform/web/ui/page/disclosure-panel.tsx'
import { Row, Stack } from '#platform/web/ui/page/layout.tsx'
import { PageHeader } from '#platform/web/ui/page/page-header.tsx'
import { stateTexts } from './admin-contests.screen.tsx'
import { ContestForm } from './contest-form.tsx'
import { formatInstant } from './dates.ts'

type LoadedContest = Output<'GET /admin/contests/:id'>

export const loader = async ({ api: ask, params }: LoaderArgs): Promise<LoadedContest | null> =>
  isViewerAdmin() ? ask('GET /admin/contests/:id', { id: Number(params.id) }) : null

export const handle: Handle = { title: 'Contest', browserOnly: true }

export function Component() {
  const contest = useScreenData<typeof loader>()
  return <AdminPage>{contest && <ContestPage contest={contest} />}</AdminPage>
}

function ContestPage({ contest }: { contest: LoadedContest }) {
  const { id, title, state, area, timeZone, closesAt, closedAt, drawsAt } = contest
  const { revalidate } = useRevalidator()
  const change = async (facts: Input<'POST /contests'>) => {
    await api('PUT /contests/:id', { id, ...facts })
    await revalidate()
  }
  return (
    <Stack gap={5}>
      <PageHeader title={title} up={{ to: '/admin/contests', label: 'Contests' }} />
      <FactList
        facts={[
          ['State', stateTexts[state]],
          ['Area', `${area.name}, within ${area.miles.toLocaleString('en')} miles`],
          [closedAt ? 'Closed' : 'Closes', formatInstant(closedAt ?? closesAt, timeZone)],
          ['Drawing', formatInstant(drawsAt, timeZone)],
          ['Entries that count', String(contest.entries)],
          ['Members who take part', String(contest.members)],
        ]}
      />
      <p>
        <Link to={`/contests/${id}`} className="lone-link">
          The page that everyone sees
        </Link>
      </p>
      <NextStep key={`${state} ${contest.draws.length}`} contest={contest} onDone={revalidate} />
      {contest.winners.length > 0 && (
        <section aria-labelledby="winners">
          <h2 id="winners">Winners</h2>
          <SimpleTable
            caption="Winners"
            columns={winnerColumns}
            rows={contest.winners.map((winner) => ({ ...winner, id: winner.k }))}
          />
        </section>
      )}
      {state === 'coming' && (
        <DisclosurePanel summary="Change it">
          <ContestForm contest={contest} button="Save" send={change} />
        </DisclosurePanel>
      )}
    </Stack>
  )
}

const winnerColumns: Column<LoadedContest['winners'][number] & { id: number }>[] = [
  { id: 'k', label: 'Draw', value: ({ k }) => (k === 0 ? 'First' : `Again, ${k}`) },
  {
    id: 'userName',
    label: 'Member',
    value: ({ userName }) => userName ?? 'Has left',
    to: ({ userId }) => (userId === null ? null : `/user/${userId}`),
  },
  { id: 'email', label: 'E-mail', value: ({ email }) => email ?? '' },
]

type Step = {
  button: string
  title: string
  text: string
  /** Label of what the admin types for the step. */
  label?: string
  take: (typed: string) => Promise<unknown>
}

function stepOf({ id, state, publicValueName, entryCount, draws }: LoadedContest): Step | null {
  if (state === 'coming' || state === 'open')
    return {
      button: 'Close it',
      title: 'Close this contest now?',
      text: 'The list of the entries that count now is stored. That can’t be undone.',
      take: () => api('POST /contests/:id/close', { id }),
    }
  if (publicValueName === null || entryCount === 0) return null
  if (draws.length === 0)
    return {
      button: 'Draw',
      title: 'Draw the winner?',
      text: `Type in the value that was announced as: ${publicValueName}. The winner gets a mail.`,
      label: 'The public value',
      take: (publicValue) => api('POST /contests/:id/draw', { id, publicValue }),
    }
  return {
    button: 'Draw again',
    title: 'Draw again?',
    text: 'Another entry is drawn from the same list. The contest’s page shows the reason.',
    label: 'Reason',
    take: (reason) => api('POST /contests/:id/redraw', { id, k: draws.length, reason }),
  }
}

/** The button for a contest's next step, and the export. */
function NextStep({ contest, onDone }: { contest: LoadedContest; onDone: () => Promise<void> }) {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const step = stepOf(contest)
  const attempt = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setError(null)
    try {
      await work()
      await onDone()
    } catch (failed) {
      setError(asApiError(failed).message)
    } finally {
      setBusy(false)
      setOpen(false)
    }
  }
  const download = () => downloadFile(`/contests/${contest.id}/export`, `contest-${contest.id}.csv`)
  return (
    <Stack gap={3}>
      <Banner tone="bad">{error}</Banner>
      <Row>
        {step && <Button onClick={() => setOpen(true)}>{step.button}</Button>}
        <Button variant="secondary" busy={busy} onClick={() => void attempt(download)}>
          Export as CSV
        </Button>
      </Row>
      {step && (
        <ConfirmDialog
          open={open}
          title={step.title}
          yes={step.button}
          no="Back"
          busy={busy}
          onNo={() => setOpen(false)}
          onYes={() => void attempt(() => step.take(typed.trim()))}
        >
          <Stack gap={3}>
            <p>{step.text}</p>
            {step.label && (
              <Field
                label={step.label}
                value={typed}
                onChange={({ target }) => setTyped(target.value)}
              />
            )}
          </Stack>
        </ConfirmDialog>
      )}
    </Stack>
  )
}
