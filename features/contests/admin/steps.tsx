import { useEffect, useRef, useState } from 'react'
import { api, ApiError, asApiError } from '#platform/web/api/api.ts'
import { downloadFile } from '#platform/web/save-file.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { ConfirmDialog } from '#platform/web/ui/overlay/confirm-dialog.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Row, Stack } from '#platform/web/ui/page/layout.tsx'
import { fromLocalInput } from '../dates.ts'
import type { LoadedContest } from './contest.screen.tsx'

type Typed = { beacon: string; publicAt: string }
const nothingTyped: Typed = { beacon: '', publicAt: '' }

const steps = {
  close: {
    title: 'Close this contest now?',
    words:
      'The entries that count now are frozen. That can’t be undone, and its page shows when it was closed.',
    yes: 'Close it',
    done: 'Closed: the entries that counted are frozen.',
    send: (id: number) => api('POST /contests/:id/close', { id }),
  },
  draw: {
    title: 'Draw the winner?',
    words: 'The seed and the list are published, and the winner is told by mail.',
    yes: 'Draw',
    done: 'Drawn: the winner is told by mail.',
    send: (id: number, { beacon }: Typed) =>
      api('POST /contests/:id/draw', { id, beacon: beacon || null }),
  },
  announce: {
    title: 'Announce the next drawing?',
    words:
      'Its page shows which public value will be mixed in, and from when on it is known. That can’t be changed.',
    yes: 'Announce',
    done: 'Announced: draw again once the value is known.',
    send: (id: number, { beacon, publicAt }: Typed) =>
      api('POST /contests/:id/redraw/announce', {
        id,
        beacon,
        publicAt: fromLocalInput(publicAt),
      }),
  },
  redraw: {
    title: 'Draw again?',
    words: 'Another entry is drawn from the same list, and its page shows both.',
    yes: 'Draw again',
    done: 'Drawn again: the new winner is told by mail.',
    send: (id: number, { beacon }: Typed) => api('POST /contests/:id/redraw', { id, beacon }),
  },
} as const
type Step = keyof typeof steps

/**
 * Returns the next step of a contest. Returns null for a contest without a seed, for a closed one without entries that
 * count, and while its last winner may still answer, is held but still has time, or has accepted.
 */
function nextStep({ seedHash, state, counting, winners, redraw }: LoadedContest): Step | null {
  if (seedHash === null) return null
  if (state === 'coming' || state === 'open') return 'close'
  if (state === 'closed') return counting > 0 ? 'draw' : null
  const last = winners.at(-1)
  if (!last || last.outcome === 'waiting' || last.outcome === 'accepted') return null
  if (last.outcome === 'held' && Date.parse(last.answerBy) > Date.now()) return null
  return redraw ? 'redraw' : 'announce'
}

/** Shows the button for a contest's next step, and the export. */
export function ContestNextStep({
  contest,
  onDone,
}: {
  contest: LoadedContest
  onDone: () => Promise<void>
}) {
  const { id, counting, state } = contest
  const [open, setOpen] = useState<Step | null>(null)
  const [busy, setBusy] = useState(false)
  const [typed, setTyped] = useState(nothingTyped)
  const [failed, setFailed] = useState<string | null>(null)
  const [done, setDone] = useState<Step | null>(null)
  const result = useRef<HTMLDivElement>(null)
  // The button that opened the dialog is gone or does something else now, so the focus moves to the result.
  useEffect(() => {
    if (done) result.current?.focus()
  }, [done])

  const attempt = async (work: () => Promise<unknown>, step: Step | null = null) => {
    setBusy(true)
    setFailed(null)
    setDone(null)
    try {
      await work()
      await onDone()
      setTyped((before) => ({ ...before, beacon: '' }))
      setDone(step)
    } catch (error) {
      const { fields, message } = asApiError(error)
      setFailed(fields.beacon ?? fields.publicAt ?? message)
    } finally {
      setBusy(false)
      setOpen(null)
    }
  }
  const take = (step: Step) =>
    attempt(() => steps[step].send(id, { ...typed, beacon: typed.beacon.trim() }), step)

  const next = nextStep(contest)
  return (
    <Stack gap={3}>
      <Banner tone="bad">{failed}</Banner>
      <div ref={result} tabIndex={-1}>
        <Banner tone="good">{done && steps[done].done}</Banner>
      </div>
      {state === 'closed' && counting === 0 && <p>Nobody took part: there is nothing to draw.</p>}
      <Needed next={next} contest={contest} typed={typed} onType={setTyped} />
      <Row>
        {next && (
          <Button busy={busy} onClick={() => setOpen(next)}>
            {steps[next].yes}
          </Button>
        )}
        <Button
          variant="secondary"
          busy={busy}
          onClick={() => void attempt(() => exportEntries(id))}
        >
          Export as CSV
        </Button>
      </Row>
      <ConfirmDialog
        open={open !== null}
        title={open && steps[open].title}
        yes={open ? steps[open].yes : ''}
        no="Back"
        busy={busy}
        onNo={() => setOpen(null)}
        onYes={() => open && void take(open)}
      >
        {open && steps[open].words}
      </ConfirmDialog>
    </Stack>
  )
}

type NeededProps = {
  next: Step | null
  contest: LoadedContest
  typed: Typed
  onType: (typed: Typed) => void
}

/** Shows the fields that the next step needs, or why there is no next step yet. */
function Needed({ next, contest, typed, onType }: NeededProps) {
  const announced = contest.redraw?.beaconAnnounced ?? contest.beaconAnnounced
  const last = contest.winners.at(-1)
  const beacon = {
    value: typed.beacon,
    onChange: ({ target }: { target: { value: string } }) =>
      onType({ ...typed, beacon: target.value }),
  }
  if (next === 'announce')
    return (
      <>
        <Field
          label="Public value to be mixed in"
          hint="Such as a lottery’s next numbers: something that nobody can know yet."
          {...beacon}
        />
        <Field
          type="datetime-local"
          label="Known from"
          value={typed.publicAt}
          onChange={({ target }) => onType({ ...typed, publicAt: target.value })}
        />
      </>
    )
  if ((next === 'redraw' || next === 'draw') && announced)
    return <Field label="The public value" hint={`Announced as: ${announced}`} {...beacon} />
  if (next === null && last?.outcome === 'held')
    return (
      <p>
        The winner is held: the prize waits for them until{' '}
        {new Date(last.answerBy).toLocaleString()}.
      </p>
    )
  return null
}

async function exportEntries(id: number) {
  if (!(await downloadFile(`/contests/${id}/export`, `contest-${id}.csv`)))
    throw new ApiError(0, 'broken', 'The entries could not be fetched. Please try again.')
}
