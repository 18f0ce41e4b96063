import { useEffect, useRef, useState } from 'react'
import { api, asApiError } from '#platform/web/api.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { ConfirmDialog } from '#platform/web/ui/overlay/confirm-dialog.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Row, Stack } from '#platform/web/ui/page/layout.tsx'
import type { Found } from './contest.screen.tsx'
import { download } from './download.ts'

type Step = 'close' | 'draw' | 'redraw'

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
  redraw: {
    title: 'Draw again?',
    words: 'Another entry is drawn from the same list, and its page shows both.',
    yes: 'Draw again',
    done: 'Drawn again: the new winner is told by mail.',
  },
} as const

/** What can be done with a contest next: one thing at a time, and the export at any time. */
export function Steps({ contest, onDone }: { contest: Found; onDone: () => Promise<void> }) {
  const { id, state, seedHash, counting, winners, beaconAnnounced } = contest
  const [open, setOpen] = useState<Step | null>(null)
  const [busy, setBusy] = useState(false)
  const [beacon, setBeacon] = useState('')
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
      setFailed(fields.beacon ?? message)
    } finally {
      setBusy(false)
      setOpen(null)
    }
  }
  const take = (step: Step) =>
    attempt(
      () =>
        step === 'draw'
          ? api('POST /contests/:id/draw', { id, beacon: beacon.trim() || null })
          : api(step === 'close' ? 'POST /contests/:id/close' : 'POST /contests/:id/redraw', {
              id,
            }),
      step,
    )

  const last = winners.at(-1)?.outcome
  const next: Step | null =
    seedHash === null
      ? null
      : state === 'coming' || state === 'open'
        ? 'close'
        : state === 'closed'
          ? counting > 0
            ? 'draw'
            : null
          : last === 'waiting' || last === 'accepted'
            ? null
            : 'redraw'
  return (
    <Stack gap={3}>
      <Banner tone="bad">{failed}</Banner>
      <div ref={said} tabIndex={-1}>
        <Banner tone="good">{done && asked[done].done}</Banner>
      </div>
      {state === 'closed' && counting === 0 && <p>Nobody took part: there is nothing to draw.</p>}
      {next === 'draw' && beaconAnnounced && (
        <Field
          label="The public value"
          hint={`Announced as: ${beaconAnnounced}`}
          value={beacon}
          onChange={({ target }) => setBeacon(target.value)}
        />
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
