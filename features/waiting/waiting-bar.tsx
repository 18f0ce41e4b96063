import { useEffect, useEffectEvent, useState } from 'react'
import { countWithNoun, pluralize } from '#platform/text/plural.ts'
import { useOffline } from '#platform/web/queue/use-offline.ts'
import { startSending } from '#platform/web/queue/sender.ts'
import type { Round } from '#platform/web/queue/rounds.ts'
import { linesOf, useWaitingLines, waitingLines } from '#platform/web/queue/waiting-lines.ts'
import { session, useSession } from '#platform/web/session.ts'
import { useStored } from '#platform/web/stored.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import { WaitingDialog } from './waiting-dialog.tsx'
import css from './waiting.module.css'

/** Says on every page what waits on this device to be sent, and sends it. */
export default function WaitingBar() {
  const { isLogged } = useSession()
  const lines = useWaitingLines()
  const offline = useOffline()
  const [open, setOpen] = useState(false)
  useSending(isLogged, () => setOpen(true))
  const asked = lines.filter(({ state }) => state === 'question').length
  const waiting = lines.length - asked
  if (!isLogged) return <OthersWait />
  const text = [
    offline && (waiting === 0 ? offlineText : 'You are offline.'),
    waiting > 0 && `Waiting to be sent: ${waiting}.`,
    asked > 0 &&
      `${countWithNoun(asked, 'thing')} ${pluralize(asked, 'needs', 'need')} your answer.`,
  ]
  return (
    <div className={css.bar}>
      <Banner
        tone={asked > 0 ? 'warn' : 'plain'}
        action={
          lines.length > 0 && (
            <Button
              variant="quiet"
              size="small"
              aria-haspopup="dialog"
              onClick={() => setOpen(true)}
            >
              Show
            </Button>
          )
        }
      >
        {text.filter(Boolean).join(' ')}
      </Banner>
      {open && <WaitingDialog onClose={() => setOpen(false)} />}
    </div>
  )
}

const offlineText = 'You are offline. What you add waits on this device.'

/** Tells a visitor that something waits for a log-in, but not whose it is nor what. */
function OthersWait() {
  const count = useStored(waitingLines).length
  return (
    <div className={css.bar}>
      <Banner
        action={
          <LinkButton variant="quiet" size="small" to="/login">
            Log in
          </LinkButton>
        }
      >
        {count > 0 &&
          `${countWithNoun(count, 'thing')} ${pluralize(count, 'waits', 'wait')} on this device to be sent after a log-in.`}
      </Banner>
    </div>
  )
}

/** Sends what waits while a member is logged in. Tells what was kept and what became of it. */
function useSending(isLogged: boolean, show: () => void) {
  const toast = useToast()
  const tellRound = useEffectEvent(({ sent, asked: [first] }: Round) => {
    if (sent.length > 0) toast({ text: sentText(sent), tone: 'good', about: 'waiting' })
    if (first)
      toast({
        text: `${first.words}: ${first.refused?.message}`,
        tone: 'bad',
        about: 'asked',
        action: { label: 'Show', onPress: show },
      })
  })
  const tellKept = useEffectEvent((words: string) =>
    toast({
      text: `Kept on this device: ${words}. It is sent when there is a network.`,
      about: 'waiting',
    }),
  )
  useEffect(() => {
    if (!isLogged) return undefined
    const stopSending = startSending(tellRound)
    const stopTelling = tellWhatIsKept(tellKept)
    return () => {
      stopSending()
      stopTelling()
    }
  }, [isLogged])
}

const sentText = (sent: Round['sent']) =>
  sent.length === 1 ? `Sent: ${sent[0]!.words}.` : `Sent: ${sent.length} things that waited.`

/** Calls `tell` with the words of what the member adds to the queue in this tab. */
function tellWhatIsKept(tell: (words: string) => void): () => void {
  const waiting = () => linesOf(session().id).filter(({ state }) => state === 'waiting')
  let known = new Set(waiting().map(({ id }) => id))
  return waitingLines.subscribe(() => {
    const now = waiting()
    const added = now.find(({ id }) => !known.has(id))
    known = new Set(now.map(({ id }) => id))
    if (added && document.visibilityState === 'visible') tell(added.words)
  })
}
