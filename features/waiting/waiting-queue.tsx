import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'
import { isBeingSent, photoUploads } from '#features/photos/sending/photo-uploads.ts'
import { forceRevalidation } from '#platform/web/navigation/forced-revalidation.ts'
import { startSending, type RoundResult } from '#platform/web/queue/sender.ts'
import { waitingEntriesOfMember, waitingEntrySummaries } from '#platform/web/queue/waiting-lines.ts'
import { session } from '#platform/web/session/session.ts'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import { WaitingDialog } from './waiting-dialog.tsx'

type Props = { open: boolean; onOpen: () => void; onClose: () => void }

/** Sends the waiting writes, tells the member what became of them, and lists them if `open` is true. */
export function WaitingQueue({ open, onOpen, onClose }: Props) {
  useSending(onOpen)
  return open && <WaitingDialog onClose={onClose} />
}

/**
 * Sends the waiting writes while a member is logged in, and loads the page again once this or another tab has sent some.
 * Shows toasts about writes that were kept, sent or refused.
 */
function useSending(show: () => void) {
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const tellRound = useEffectEvent(({ sent, asked: [first] }: RoundResult) => {
    if (sent.length > 0) {
      const untold = sent.filter((one) => !isBeingSent(one))
      if (untold.length > 0) toast({ text: sentText(untold), tone: 'good', about: 'waiting' })
      // The page's counts are from before.
      void forceRevalidation(revalidate)
    }
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
      text: `Kept on this device: ${words}. It is sent once Yolo is open with a network.`,
      about: 'waiting',
    }),
  )
  useEffect(() => {
    const stopSending = startSending(tellRound)
    const stopTelling = tellWhatIsKept(tellKept)
    return () => {
      stopSending()
      stopTelling()
    }
  }, [])
}

const sentText = (sent: RoundResult['sent']) =>
  sent.length === 1 ? `Sent: ${sent[0]!.words}.` : `Sent: ${sent.length} things that waited.`

/**
 * Calls `tell` with the description of a write that is added to the member's queue while this tab is visible. A photo
 * that the page is sending counts as added once that has failed.
 */
function tellWhatIsKept(tell: (words: string) => void): () => void {
  const waiting = () =>
    waitingEntriesOfMember(session().id).filter(
      (line) => line.state === 'waiting' && !isBeingSent(line),
    )
  let known = new Set(waiting().map(({ id }) => id))
  const look = () => {
    const now = waiting()
    const added = now.find(({ id }) => !known.has(id))
    known = new Set(now.map(({ id }) => id))
    if (added && document.visibilityState === 'visible') tell(added.words)
  }
  const stops = [waitingEntrySummaries.subscribe(look), photoUploads.subscribe(look)]
  return () => stops.forEach((stop) => stop())
}
