import { lazy, Suspense, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { RefusalCode } from '#platform/contract/wire.ts'
import { loadTagNames, tagNames } from '#domain/vocabulary/tag-names.ts'
import { photographedBy } from '#features/photos/sending/keep-photo.ts'
import type { YoloEdit } from '#features/yolos/waiting-edits.ts'
import { canChangeSave, changeWaitingSave } from '#features/yolos/wizard/waiting-save.ts'
import { isChangedElsewhere } from '#platform/web/api/changed-elsewhere.ts'
import { answerLost, discardEntry, entriesOf, retryEntry } from '#platform/web/queue/entries.ts'
import type { QueueEntry } from '#platform/web/queue/entry.ts'
import { sendAtOnce } from '#platform/web/queue/sender.ts'
import { waitingEntrySummaries } from '#platform/web/queue/waiting-lines.ts'
import { useReaderLocale } from '#platform/web/reader-locale.ts'
import { useSession } from '#platform/web/session/session.ts'
import { tellDiscarded } from '#platform/web/toggle/other-tabs.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Stack, Row } from '#platform/web/ui/page/layout.tsx'
import { ConfirmDialog } from '#platform/web/ui/overlay/confirm-dialog.tsx'
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx'
import css from './waiting.module.css'

const PhotoDialog = lazy(() => import('#features/photos/editor/photo-dialog.tsx'))

/** Lists what waits to be sent, what came back as a question and what was sent, with what can be done about each. */
export function WaitingDialog({ onClose }: { onClose: () => void }) {
  const entries = useEntries()
  const [discarded, setDiscarded] = useState<QueueEntry | null>(null)
  const [otherPhotoFor, setOtherPhotoFor] = useState<QueueEntry | null>(null)
  const [sending, setSending] = useState(false)
  const of = (state: QueueEntry['state']) => entries.filter((entry) => entry.state === state)
  const waiting = of('waiting')
  const sendNow = async () => {
    setSending(true)
    await sendAtOnce()
    setSending(false)
  }
  return (
    <>
      <Dialog
        open={discarded === null && otherPhotoFor === null}
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
          {entries.length === 0 && <p>Nothing waits.</p>}
          <Part title="Your answer, please" entries={of('question')}>
            {(entry) => (
              <Question
                entry={entry}
                onClose={onClose}
                onDiscard={setDiscarded}
                onOtherPhoto={setOtherPhotoFor}
              />
            )}
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
          if (discarded) void discard(discarded.id)
          setDiscarded(null)
        }}
        onNo={() => setDiscarded(null)}
      >
        <p>
          {discarded?.words}: it isn’t sent any more
          {entries.some(({ after }) => after?.entry === discarded?.id) && ', nor its photo'}.
        </p>
      </ConfirmDialog>
      {otherPhotoFor && <OtherPhoto entry={otherPhotoFor} onDone={() => setOtherPhotoFor(null)} />}
    </>
  )
}

async function discard(id: number) {
  const discarded = await discardEntry(id)
  if (discarded) tellDiscarded(discarded)
}

/**
 * Lets the member choose another photo in place of one that was refused. The new photo is sent or, without a network,
 * waits to be sent.
 */
function OtherPhoto({ entry, onDone }: { entry: QueueEntry; onDone: () => void }) {
  const photographed = photographedBy(entry)
  if (!photographed) return null
  const replaced = () => {
    void discardEntry(entry.id)
    onDone()
  }
  return (
    <Suspense>
      <PhotoDialog
        {...photographed}
        title="Choose another photo"
        onSaved={replaced}
        onLeave={onDone}
      />
    </Suspense>
  )
}

/** Returns the entries of the member who is logged in, and reads them again whenever the queue changes. */
function useEntries(): QueueEntry[] {
  const { id } = useSession()
  const [entries, setEntries] = useState<QueueEntry[]>([])
  useEffect(() => {
    if (id === null) return undefined
    let isOver = false
    const load = async () => {
      const found = await entriesOf(id)
      if (!isOver) setEntries(found)
    }
    void load()
    const stop = waitingEntrySummaries.subscribe(() => void load())
    return () => {
      isOver = true
      stop()
    }
  }, [id])
  return entries.filter(({ memberId }) => memberId === id)
}

type PartProps = {
  title: string
  entries: QueueEntry[]
  children: (entry: QueueEntry) => React.ReactNode
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

type EntryProps = { entry: QueueEntry; onDiscard: (entry: QueueEntry) => void }

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

function waitingText({ after, triedAt }: QueueEntry): string {
  if (after) return 'Goes after the favorite that it belongs to.'
  return triedAt === null
    ? 'Goes when there is a network.'
    : 'Was tried, and goes once more when there is a network.'
}

type QuestionProps = EntryProps & { onClose: () => void; onOtherPhoto: (entry: QueueEntry) => void }

function Question({ entry, onDiscard, onClose, onOtherPhoto }: QuestionProps) {
  const navigate = useNavigate()
  const wasLost = entry.refused?.code === answerLost.code
  // Sent again, it would name the dish as it was called before.
  const wasRenamed = entry.refused?.code === itemRenamed
  const renamed = idOfDish(entry)
  const change = () => {
    onClose()
    void navigate(changeWaitingSave(entry))
  }
  const again = async () => {
    await retryEntry(entry.id)
    await sendAtOnce()
  }
  const gone = isGone(entry)
  const isPhoto = !gone && photographedBy(entry) !== null
  const name = <span className="visually-hidden">: {entry.words}</span>
  return (
    <>
      <p className={css.question}>{entry.refused?.message}</p>
      <OwnWords entry={entry} />
      <Row gap={2}>
        {canChangeSave(entry) && !wasLost && (
          <Button size="small" onClick={change}>
            Change it{name}
          </Button>
        )}
        {isPhoto && !wasLost && (
          <Button size="small" aria-haspopup="dialog" onClick={() => onOtherPhoto(entry)}>
            Choose another photo{name}
          </Button>
        )}
        {wasLost && (
          <LinkButton variant="secondary" size="small" to="/my-page" onClick={onClose}>
            Look at My Page
          </LinkButton>
        )}
        {wasRenamed
          ? renamed !== null && (
              <LinkButton size="small" to={`/dish/${renamed}`} onClick={onClose}>
                Look at it{name}
              </LinkButton>
            )
          : !isUseless(entry) && (
              <Button variant="secondary" size="small" onClick={() => void again()}>
                {againText(entry)}
                {name}
              </Button>
            )}
        <Button variant="quiet" size="small" onClick={() => onDiscard(entry)}>
          {discardText(wasLost, isPhoto)}
          {name}
        </Button>
      </Row>
    </>
  )
}

const itemRenamed: RefusalCode<'POST /items/:id/upvote'> = 'item_renamed'

/** Returns the id of the dish that a write is about, or null if it doesn't name one. */
function idOfDish({ route, input }: QueueEntry): number | null {
  const id = route.includes(' /items/:id') ? input.id : input.itemId
  return typeof id === 'number' ? id : null
}

/** What an edit sets, beside what stands now, or to copy before it is discarded. */
function OwnWords({ entry }: { entry: QueueEntry }) {
  const { description, userName, yoloTags }: YoloEdit = entry.sets ?? {}
  return (
    <>
      {description && <p className={css.yours}>Yours: “{description}”</p>}
      {userName && <p className={css.yours}>Your name shown: “{userName}”</p>}
      {yoloTags && <OwnTags chosen={yoloTags.map(({ tagId }) => tagId)} />}
    </>
  )
}

function OwnTags({ chosen }: { chosen: number[] }) {
  const [names, setNames] = useState(tagNames)
  useEffect(() => void loadTagNames().then(setNames, () => {}), [])
  if (!names) return null
  const own = [...names].flatMap(([id, name]) => (chosen.includes(id) ? name : []))
  return <p className={css.yours}>Yours: {own.join(', ') || 'no tags'}</p>
}

/** Returns whether what a write is about is gone. */
const isGone = ({ refused }: QueueEntry) => refused?.code.endsWith('_not_found') ?? false

/** Returns whether sending a write again as it is can't work: what it is about is gone, or what it says isn't taken. */
const isUseless = (entry: QueueEntry) => isGone(entry) || entry.refused?.code === 'bad_input'

function againText({ refused }: QueueEntry): string {
  if (refused && isChangedElsewhere(refused)) return 'Replace it'
  return refused?.code === answerLost.code ? 'Send again' : 'Try again'
}

function discardText(wasLost: boolean, isPhoto: boolean): string {
  if (wasLost) return 'It’s there, done'
  return isPhoto ? 'Save without the photo' : 'Discard'
}

function SentAt({ at }: { at: number }) {
  const time = new Intl.DateTimeFormat(useReaderLocale(), { timeStyle: 'short' })
  return (
    <p className={css.state}>
      Sent at <time dateTime={new Date(at).toISOString()}>{time.format(at)}</time>.
    </p>
  )
}
