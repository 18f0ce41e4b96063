import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { canChangeSave, changeWaitingSave } from '#features/yolos/wizard/waiting-save.ts'
import { answerLost, discardEntry, entriesOf, retryEntry } from '#platform/web/queue/entries.ts'
import type { Entry } from '#platform/web/queue/entry.ts'
import { sendAtOnce } from '#platform/web/queue/sender.ts'
import { waitingLines } from '#platform/web/queue/waiting-lines.ts'
import { useReaderLocale } from '#platform/web/reader-locale.ts'
import { useSession } from '#platform/web/session.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Stack, Row } from '#platform/web/ui/page/layout.tsx'
import { ConfirmDialog } from '#platform/web/ui/overlay/confirm-dialog.tsx'
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx'
import css from './waiting.module.css'

/** Lists what waits to be sent, what came back as a question and what was sent, with what can be done about each. */
export function WaitingDialog({ onClose }: { onClose: () => void }) {
  const entries = useEntries()
  const [discarded, setDiscarded] = useState<Entry | null>(null)
  const [sending, setSending] = useState(false)
  const of = (state: Entry['state']) => entries.filter((entry) => entry.state === state)
  const waiting = of('waiting')
  const sendNow = async () => {
    setSending(true)
    await sendAtOnce()
    setSending(false)
  }
  return (
    <>
      <Dialog
        open={discarded === null}
        title="Waiting to be sent"
        onClose={onClose}
        actions={
          <>
            <Button variant="secondary" onClick={onClose}>
              Close
            </Button>
            {waiting.length > 0 && (
              <Button busy={sending} busyLabel="Sending…" onClick={() => void sendNow()}>
                Send now
              </Button>
            )}
          </>
        }
      >
        <Stack gap={5}>
          {entries.length === 0 && <p>Nothing waits. What you added is sent.</p>}
          <Part title="Your answer, please" entries={of('question')}>
            {(entry) => <Question entry={entry} onClose={onClose} onDiscard={setDiscarded} />}
          </Part>
          <Part title="Waiting" entries={waiting}>
            {(entry) => <Waiting entry={entry} onDiscard={setDiscarded} />}
          </Part>
          <Part title="Sent" entries={of('sent').toReversed()}>
            {({ sentAt }) => <SentAt at={sentAt ?? 0} />}
          </Part>
        </Stack>
      </Dialog>
      <ConfirmDialog
        open={discarded !== null}
        danger
        title="Discard it?"
        yes="Discard"
        no="Back"
        onYes={() => {
          if (discarded) void discardEntry(discarded.id)
          setDiscarded(null)
        }}
        onNo={() => setDiscarded(null)}
      >
        <p>
          {discarded?.words}: it isn’t sent any more
          {entries.some(({ after }) => after?.entry === discarded?.id) && ', nor its photo'}.
        </p>
      </ConfirmDialog>
    </>
  )
}

/** Returns the entries of the member who is logged in, again whenever the queue changes. */
function useEntries(): Entry[] {
  const { id } = useSession()
  const [entries, setEntries] = useState<Entry[]>([])
  useEffect(() => {
    if (id === null) return undefined
    let isOver = false
    const load = async () => {
      const found = await entriesOf(id)
      if (!isOver) setEntries(found)
    }
    void load()
    const stop = waitingLines.subscribe(() => void load())
    return () => {
      isOver = true
      stop()
    }
  }, [id])
  return entries.filter(({ memberId }) => memberId === id)
}

type PartProps = {
  title: string
  entries: Entry[]
  children: (entry: Entry) => React.ReactNode
}

function Part({ title, entries, children }: PartProps) {
  if (entries.length === 0) return null
  return (
    <section aria-label={title}>
      <Stack gap={3}>
        <h3>{title}</h3>
        <ul className={css.list}>
          {entries.map((entry) => (
            <li key={entry.id} className={css.entry}>
              <p className={css.words}>{entry.words}</p>
              {children(entry)}
            </li>
          ))}
        </ul>
      </Stack>
    </section>
  )
}

type EntryProps = { entry: Entry; onDiscard: (entry: Entry) => void }

function Waiting({ entry, onDiscard }: EntryProps) {
  return (
    <>
      <p className={css.state}>{waitingText(entry)}</p>
      <Row gap={2}>
        <Button variant="quiet" size="small" onClick={() => onDiscard(entry)}>
          Discard<span className="visually-hidden">: {entry.words}</span>
        </Button>
      </Row>
    </>
  )
}

function waitingText({ after, triedAt }: Entry): string {
  if (after) return 'Goes after the favorite that it belongs to.'
  return triedAt === null
    ? 'Goes when there is a network.'
    : 'Was tried, and goes once more when there is a network.'
}

function Question({ entry, onDiscard, onClose }: EntryProps & { onClose: () => void }) {
  const navigate = useNavigate()
  const wasLost = entry.refused?.code === answerLost.code
  const change = () => {
    onClose()
    void navigate(changeWaitingSave(entry))
  }
  const again = async () => {
    await retryEntry(entry.id)
    await sendAtOnce()
  }
  const name = <span className="visually-hidden">: {entry.words}</span>
  return (
    <>
      <p className={css.question}>{entry.refused?.message}</p>
      <Row gap={2}>
        {canChangeSave(entry) && !wasLost && (
          <Button size="small" onClick={change}>
            Change it{name}
          </Button>
        )}
        {wasLost && (
          <LinkButton variant="secondary" size="small" to="/my-page" onClick={onClose}>
            Look at My Page
          </LinkButton>
        )}
        <Button variant="secondary" size="small" onClick={() => void again()}>
          {wasLost ? 'Send again' : 'Try again'}
          {name}
        </Button>
        <Button variant="quiet" size="small" onClick={() => onDiscard(entry)}>
          {wasLost ? 'It’s there, done' : 'Discard'}
          {name}
        </Button>
      </Row>
    </>
  )
}

function SentAt({ at }: { at: number }) {
  const time = new Intl.DateTimeFormat(useReaderLocale(), { timeStyle: 'short' })
  return (
    <p className={css.state}>
      Sent at <time dateTime={new Date(at).toISOString()}>{time.format(at)}</time>.
    </p>
  )
}
