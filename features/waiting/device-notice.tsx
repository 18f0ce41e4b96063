import { Fragment, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { storageFullStore } from '#features/offline/full-device.ts'
import { fullDeviceText } from '#features/offline/full-device-text.ts'
import { loadKeptPages } from '#features/offline/kept-pages.ts'
import { timeText } from '#features/offline/time-text.ts'
import { useIsBeingSent } from '#features/photos/sending/photo-uploads.ts'
import { countWithNoun, pluralize } from '#platform/text/plural.ts'
import { checkBeforeOpening } from '#platform/web/opening.ts'
import { pageAge } from '#platform/web/page-age.ts'
import { useOffline } from '#platform/web/queue/use-offline.ts'
import { useWaitingEntries, waitingEntrySummaries } from '#platform/web/queue/waiting-lines.ts'
import { readerLocale } from '#platform/web/reader-locale.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useStored } from '#platform/web/storage/stored.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import { WaitingQueue } from './waiting-queue.tsx'
import css from './waiting.module.css'

/**
 * Says on every page, in one place, that there is no network, what waits on this device to be sent, how old a page is
 * that came from this device, and what was deleted because the storage was full.
 */
export default function DeviceNotice() {
  const { isLogged } = useSession()
  const { waiting, asked, others } = useCounts(isLogged)
  const [open, setOpen] = useState(false)
  const at = useSyncExternalStore(pageAge.subscribe, pageAge.get, () => null)
  const full = useSyncExternalStore(storageFullStore.subscribe, storageFullStore.get, () => null)
  const offline = useOfflineText(isLogged && waiting === 0)
  useStayOnDevice(useOffline() && at !== null)
  const parts: ReactNode[] = [
    offline,
    waiting > 0 && (
      <>
        Waiting to be <span className={css.count}>sent: {waiting}.</span>
      </>
    ),
    asked > 0 &&
      `${countWithNoun(asked, 'thing')} ${pluralize(asked, 'needs', 'need')} your answer.`,
    // A visitor isn't told whose writes these are or what they contain.
    others > 0 &&
      `${countWithNoun(others, 'thing')} ${pluralize(others, 'waits', 'wait')} on this device to be sent after a log-in.`,
    at && <span>As of {timeText(new Date(at), readerLocale())}.</span>,
    full && <span>{fullDeviceText(full.dropped)}</span>,
  ].filter(Boolean)
  return (
    <div className={css.bar} data-notice={parts.length > 0 || undefined}>
      <Banner
        tone={asked > 0 || full ? 'warn' : 'plain'}
        action={
          <NoticeAction
            shows={waiting + asked > 0}
            logsIn={others > 0}
            onShow={() => setOpen(true)}
          />
        }
      >
        {parts.length > 0 && parts.map((part, at) => <Fragment key={at}>{part} </Fragment>)}
      </Banner>
      {isLogged && (
        <WaitingQueue open={open} onOpen={() => setOpen(true)} onClose={() => setOpen(false)} />
      )}
    </div>
  )
}

/**
 * Counts what waits for the member, without a photo that the page is sending and says so, and what needs their answer;
 * for a visitor, what waits for anybody.
 */
function useCounts(isLogged: boolean) {
  const lines = useWaitingEntries()
  const isBeingSent = useIsBeingSent()
  const all = useStored(waitingEntrySummaries).length
  if (!isLogged) return { waiting: 0, asked: 0, others: all }
  const asked = lines.filter(({ state }) => state === 'question').length
  const waiting = lines.filter((line) => line.state === 'waiting' && !isBeingSent(line)).length
  return { waiting, asked, others: 0 }
}

/**
 * While the shown page comes from this device, keeps it open if a link, filter or search leads to a list, dish or
 * restaurant that isn't here, and says so.
 */
function useStayOnDevice(isFromDevice: boolean) {
  const toast = useToast()
  useEffect(() => {
    if (!isFromDevice) return undefined
    let isKept = (_path: string) => true
    void loadKeptPages().then((known) => (isKept = known))
    return checkBeforeOpening((path) => {
      const opens = isKept(path)
      if (!opens)
        toast({ text: 'You are offline, and that isn’t on this device.', about: 'device' })
      return opens
    })
  }, [isFromDevice, toast])
}

/** Returns what to say without a network. The page `/offline` says the first sentence itself. */
function useOfflineText(addsWait: boolean): string | false {
  const offline = useOffline()
  const { pathname } = useLocation()
  const texts = [
    pathname !== '/offline' && 'You are offline.',
    addsWait && 'What you add waits on this device.',
  ]
  return offline && texts.filter(Boolean).join(' ')
}

type ActionProps = { shows: boolean; logsIn: boolean; onShow: () => void }

function NoticeAction({ shows, logsIn, onShow }: ActionProps) {
  if (shows)
    return (
      <Button variant="quiet" size="small" aria-haspopup="dialog" onClick={onShow}>
        Show
      </Button>
    )
  return (
    logsIn && (
      <LinkButton variant="quiet" size="small" to="/login">
        Log in
      </LinkButton>
    )
  )
}
