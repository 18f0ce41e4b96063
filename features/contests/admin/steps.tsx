import { useEffect, useRef, useState } from 'react'
import { api, ApiError, asApiError } from '#platform/web/api/api.ts'
import { downloadFile } from '#platform/web/storage/save-file.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { ConfirmDialog } from '#platform/web/ui/overlay/confirm-dialog.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Row, Stack } from '#platform/web/ui/page/layout.tsx'
import { formatInstant, fromLocalInput } from '../dates.ts'
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

/** Id of the field for the public value. */
const valueId = 'public-value'

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

type Props = { contest: LoadedContest; onDone: () => Promise<void> }

/** What the admin typed, and the step that is being confirmed or was taken. */
function useSteps(contest: LoadedContest, onDone: () => Promise<void>) {
  const { id } = contest
  const [open, setOpen] = useState<Step | null>(null)
  const [busy, setBusy] = useState(false)
  const [typed, setTyped] = useState(nothingTyped)
  const [failed, setFailed] = useState<string | null>(null)
  const [missing, setMissing] = useState(false)
  const [done, setDone] = useState<Step | null>(null)

  const attempt = async (work: () => Promise<unknown>, step: Step | null = null) => {
    setBusy(true)
    setFailed(null)
    setDone(null)
    try {
      await work()
      await onDone()
      if (step) setTyped((before) => ({ ...before, beacon: '' }))
      setDone(step)
    } catch (error) {
      const { fields, message } = asApiError(error)
      setFailed(fields.beacon ?? fields.publicAt ?? message)
    } finally {
      setBusy(false)
      setOpen(null)
    }
  }
  const begin = (step: Step) => {
    const needs = (step === 'draw' && contest.beaconAnnounced !== null) || step === 'redraw'
    const isMissing = needs && typed.beacon.trim() === ''
    setMissing(isMissing)
    setOpen(isMissing ? null : step)
    if (isMissing) document.getElementById(valueId)?.focus()
  }
  const take = (step: Step) =>
    attempt(() => steps[step].send(id, { ...typed, beacon: typed.beacon.trim() }), step)
  const type = (now: Typed) => {
    setMissing(false)
    setTyped(now)
  }
  const cancel = () => setOpen(null)
  return { open, busy, typed, failed, missing, done, attempt, begin, take, type, cancel }
}

/** Shows the button for a contest's next step, and the export. */
export function ContestNextStep({ contest, onDone }: Props) {
  const { id, seedHash, counting, state } = contest
  const isClosed = state === 'closed' || state === 'past'
  const { open, busy, typed, failed, missing, done, attempt, begin, take, type, cancel } = useSteps(
    contest,
    onDone,
  )
  const result = useRef<HTMLDivElement>(null)
  // The button that opened the dialog is gone or does something else now, so the focus moves to the result.
  useEffect(() => {
    if (done) result.current?.focus()
  }, [done])
  const next = nextStep(contest)
  return (
    <Stack gap={3}>
      <Banner tone="bad">{failed}</Banner>
      <div ref={result} tabIndex={-1}>
        <Banner tone="good">{done && steps[done].done}</Banner>
      </div>
      {isClosed && seedHash && counting === 0 && <p>Nobody took part: there is nothing to draw.</p>}
      <Needed next={next} contest={contest} typed={typed} missing={missing} onType={type} />
      <Row>
        {next && (
          <Button busy={busy} onClick={() => begin(next)}>
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
        onNo={cancel}
        onYes={() => open && void take(open)}
      >
        {open && <Stack gap={3}>{confirmation(open, contest, typed)}</Stack>}
      </ConfirmDialog>
    </Stack>
  )
}

/** Returns what the admin confirms: what the step does, the value that was typed in, and whether it comes early. */
function confirmation(step: Step, contest: LoadedContest, { beacon }: Typed) {
  const announced = announcedValue(contest)
  return (
    <>
      <p>{steps[step].words}</p>
      {(step === 'draw' || step === 'redraw') && announced && (
        <p>
          The value “{beacon.trim()}” is mixed in. It was announced as “{announced}”.
        </p>
      )}
      {step === 'draw' && <EarlyDrawing contest={contest} />}
    </>
  )
}

const announcedValue = ({ redraw, beaconAnnounced }: LoadedContest) =>
  redraw?.beaconAnnounced ?? beaconAnnounced

/** Warns of a drawing before the announced day, which is allowed, because a contest can be closed early. */
function EarlyDrawing({ contest: { drawsAt, timeZone, beaconAnnounced } }: ContestProp) {
  const [now] = useState(Date.now)
  if (now >= Date.parse(drawsAt)) return null
  return (
    <Banner tone="warn">
      The drawing is announced for {formatInstant(drawsAt, timeZone)}, which hasn’t come yet.
      {beaconAnnounced !== null &&
        ' Draw before it only if the announced value is known to everyone by now.'}
    </Banner>
  )
}
type ContestProp = { contest: LoadedContest }

type NeededProps = {
  next: Step | null
  contest: LoadedContest
  typed: Typed
  /** The value wasn't typed in when the step was to begin. */
  missing: boolean
  onType: (typed: Typed) => void
}

/** Shows the fields that the next step needs, or why there is no next step yet. */
function Needed({ next, contest, typed, missing, onType }: NeededProps) {
  const announced = announcedValue(contest)
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
  if (next === 'redraw' || next === 'draw')
    return (
      <>
        {next === 'draw' && <EarlyDrawing contest={contest} />}
        {announced && (
          <Field
            id={valueId}
            label="The public value"
            hint={`Announced as: ${announced}`}
            error={missing ? 'Type in the value that was announced.' : null}
            {...beacon}
          />
        )}
      </>
    )
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
