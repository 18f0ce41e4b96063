import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { isViewerAdmin, AdminPage, FactList } from '#features/admin/frame.tsx'
import { type Column, SimpleTable } from '#features/admin/table.tsx'
import type { Input, Output } from '#platform/contract/wire.ts'
import { api } from '#platform/web/api/api.ts'
import { useScreenData, type Handle, type LoaderArgs } from '#platform/web/screen.tsx'
import { downloadFile } from '#platform/web/storage/save-file.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { ConfirmDialog } from '#platform/web/ui/overlay/dialog.tsx'
import { DisclosurePanel } from '#platform/web/ui/page/disclosure-panel.tsx'
import { Row, Stack } from '#platform/web/ui/page/layout.tsx'
import { PageHeader } from '#platform/web/ui/page/page-header.tsx'
import { stateNames } from './admin-contests.screen.tsx'
import { ContestForm } from './contest-form.tsx'
import { formatInstant } from './contest-texts.ts'

type LoadedContest = Output<'GET /admin/contests/:id'>

export const loader = async ({ api: ask, params }: LoaderArgs): Promise<LoadedContest | null> =>
  isViewerAdmin() ? ask('GET /admin/contests/:id', { id: Number(params.id) }) : null

export const handle: Handle = { title: 'Contest', browserOnly: true }

export function Component() {
  const contest = useScreenData<typeof loader>()
  return <AdminPage>{contest && <ContestPage contest={contest} />}</AdminPage>
}

function ContestPage({ contest }: { contest: LoadedContest }) {
  const { id, title, state, area, timeZone, closesAt, drawsAt, winners } = contest
  const { revalidate } = useRevalidator()
  const change = async (facts: Input<'POST /contests'>) => {
    await api('POST /contests', { id, ...facts })
    await revalidate()
  }
  return (
    <Stack gap={5}>
      <PageHeader
        title={title}
        up={{ to: '/admin/contests', label: 'Contests' }}
        action={
          <LinkButton variant="secondary" to={`/contests/${id}`}>
            Public page
          </LinkButton>
        }
      />
      <FactList
        facts={[
          ['State', stateNames[state]],
          ['Area', `${area.name}, within ${area.miles.toLocaleString('en')} miles`],
          ['Closes', formatInstant(closesAt, timeZone)],
          ['Drawing', formatInstant(drawsAt, timeZone)],
          ['Entries that count', String(contest.entries)],
        ]}
      />
      <NextStep key={`${state} ${winners.length}`} contest={contest} onDone={revalidate} />
      {winners.length > 0 && (
        <section aria-labelledby="winners">
          <h2 id="winners">Winners</h2>
          <SimpleTable
            caption="Winners"
            columns={winnerColumns}
            rows={winners.map((winner) => ({ ...winner, id: winner.k }))}
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
  { id: 'email', label: 'E-mail' },
]

/** The words for a contest's next step, with the label of what the admin types for it, if anything. */
function stepOf({ state, publicValueName, entryCount, winners }: LoadedContest) {
  if (state === 'open' || (state === 'closed' && entryCount === null))
    return {
      button: 'Close it',
      text: 'The list of the entries that count now is stored. That can’t be undone.',
    }
  if (publicValueName === null || !entryCount) return null
  return winners.length === 0
    ? {
        button: 'Draw',
        text: `Type in the value that was announced as: ${publicValueName}. The winner gets a mail.`,
        label: 'The public value',
      }
    : {
        button: 'Draw again',
        text: 'Another entry is drawn from the same list. The contest’s page shows the reason.',
        label: 'Reason',
      }
}

/** The button for a contest's next step, and the export. */
function NextStep({ contest, onDone }: { contest: LoadedContest; onDone: () => Promise<void> }) {
  const { id, winners } = contest
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const step = stepOf(contest)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      step?.label
        ? api('POST /contests/:id/draw', { id, k: winners.length, text: typed })
        : api('POST /contests/:id/close', { id }),
    onSuccess: onDone,
    onSettled: () => setOpen(false),
  })
  return (
    <Stack gap={3}>
      <Banner tone="bad">{error?.message}</Banner>
      <Row>
        {step && <Button onClick={() => setOpen(true)}>{step.button}</Button>}
        <Button
          variant="secondary"
          onClick={() => void downloadFile(`/contests/${id}/export`, `contest-${id}.csv`)}
        >
          Export as CSV
        </Button>
      </Row>
      {step && (
        <ConfirmDialog
          open={isOpen}
          title={`${step.button}?`}
          yes={step.button}
          no="Back"
          busy={isPending}
          onNo={() => setOpen(false)}
          onYes={() => mutate()}
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
