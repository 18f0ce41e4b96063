import { useEffect, useRef, useState } from 'react'
import { api, asApiError } from '#platform/web/api.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { ConfirmDialog } from '#platform/web/ui/overlay/confirm-dialog.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Row, Stack } from '#platform/web/ui/page/layout.tsx'
import type { Found } from './contest.screen.tsx'
import { download } from './download.ts'

type Step = 'close' | 'draw' | 'announce' | 'redraw'

const asked = {
  close: {
    title: 'Close this contest now?',
    words:
      'The entries that count now are frozen. That can’t be undone, and its page shows when it was closed.',
    yes: 'Close it',
    done: 'Closed: the entries that counted are frozen.',
  },
  draw: {
    title: 'Draw the winner?',
    words: 'The seed and the list are published, and the winner is told by mail.',
    yes: 'Draw',
    done: 'Drawn: the winner is told by mail.',
  },
  announce: {
    title: 'Announce the next drawing?',
    words:
      'Its page shows which public value will be mixed in, and from when on it is known. That can’t be changed.',
    yes: 'Announce',
    done: 'Announced: draw again once the value is known.',
  },
  redraw: {
    title: 'Draw again?',
    words: 'Another entry is drawn from the same list, and its page shows both.',
    yes: 'Draw again',
    done: 'Drawn again: the new winner is told by mail.',
  },
} as const

/** Null where there is nothing to do: before there were seeds, without entries, or while it is the winner's turn. */
function nextStep({ seedHash, state, counting, winners, redraw }: Found): Step | null {
  if (seedHash === null) return null
  if (state === 'coming' || state === 'open') return 'close'
  if (state === 'closed') return counting > 0 ? 'draw' : null
  const last = winners.at(-1)
  if (!last || last.outcome === 'waiting' || last.outcome === 'accepted') return null
  if (last.outcome === 'held' && Date.parse(last.answerBy) > Date.now()) return null
  return redraw ? 'redraw' : 'announce'
}

/** What can be done with a contest next: one thing at a time, and the export at any time. */
export function Steps({ contest, onDone }: { contest: Found; onDone: () => Promise<void> }) {
  const { id, winners, redraw, counting, state } = contest
  const announced = redraw?.beaconAnnounced ?? contest.beaconAnnounced
  const [open, setOpen] = useState<Step | null>(null)
  const [busy, setBusy] = useState(false)
  const [beacon, setBeacon] = useState('')
  const [publicAt, setPublicAt] = useState('')
  const [failed, setFailed] = useState<string | null>(null)
  const [done, setDone] = useState<Step | null>(null)
  const said = useRef<HTMLDivElement>(null)
  // The button that led to the dialog is another one now, or gone.
  useEffect(() => {
    if (done) said.current?.focus()
  }, [done])

  const attempt = async (work: () => Promise<unknown>, step: Step | null = null) => {
    setBusy(true)
    setFailed(null)
    setDone(null)
    try {
      await work()
      await onDone()
      setBeacon('')
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
    attempt(() => {
      const value = beacon.trim()
      if (step === 'close') return api('POST /contests/:id/close', { id })
      if (step === 'draw') return api('POST /contests/:id/draw', { id, beacon: value || null })
      if (step === 'redraw') return api('POST /contests/:id/redraw', { id, beacon: value })
      const at = new Date(publicAt)
      const known = Number.isNaN(at.getTime()) ? '' : at.toISOString()
      return api('POST /contests/:id/redraw/announce', { id, beacon: value, publicAt: known })
    }, step)

  const next = nextStep(contest)
  const heldUntil = winners.at(-1)?.outcome === 'held' ? winners.at(-1)?.answerBy : undefined
  return (
    <Stack gap={3}>
      <Banner tone="bad">{failed}</Banner>
      <div ref={said} tabIndex={-1}>
        <Banner tone="good">{done && asked[done].done}</Banner>
      </div>
      {state === 'closed' && counting === 0 && <p>Nobody took part: there is nothing to draw.</p>}
      {(next === 'redraw' || next === 'draw') && announced && (
        <Field
          label="The public value"
          hint={`Announced as: ${announced}`}
          value={beacon}
          onChange={({ target }) => setBeacon(target.value)}
        />
      )}
      {next === 'announce' && (
        <>
          <Field
            label="Public value to be mixed in"
            hint="Such as a lottery’s next numbers: something that nobody can know yet."
            value={beacon}
            onChange={({ target }) => setBeacon(target.value)}
          />
          <Field
            type="datetime-local"
            label="Known from"
            value={publicAt}
            onChange={({ target }) => setPublicAt(target.value)}
          />
        </>
      )}
      {next === null && heldUntil && (
        <p>
          The winner is held: the prize waits for them until {new Date(heldUntil).toLocaleString()}.
        </p>
      )}
      <Row>
        {next && (
          <Button busy={busy} onClick={() => setOpen(next)}>
            {asked[next].yes}
          </Button>
        )}
        <Button look="secondary" busy={busy} onClick={() => void attempt(() => download(id))}>
          Export as CSV
        </Button>
      </Row>
      <ConfirmDialog
        open={open !== null}
        title={open && asked[open].title}
        yes={open ? asked[open].yes : ''}
        no="Back"
        busy={busy}
        onNo={() => setOpen(null)}
        onYes={() => open && void take(open)}
      >
        {open && asked[open].words}
      </ConfirmDialog>
    </Stack>
  )
}
