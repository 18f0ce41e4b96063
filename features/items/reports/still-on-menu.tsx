import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { Ellipsis } from 'lucide-react'
import type { Reportable } from '#features/abuse/report-dialog.tsx'
import { api } from '#platform/web/api/api.ts'
import { session, useSession } from '#platform/web/session/session.ts'
import { useToggle } from '#platform/web/toggle/use-toggle.ts'
import { IconButton } from '#platform/web/ui/button.tsx'
import { InlineButton } from '#platform/web/ui/word-button.tsx'
import { useCall } from '#platform/web/api/use-call.ts'
import type * as items from '../contract.ts'
import { daysAgoText, daysSince, confirmationFreshDays } from '../dates.ts'
import { useAskToLogIn } from '../log-in-first.tsx'
import styles from './still-on-menu.module.css'
import { useReloadIfRenamed } from '../reload-renamed.ts'

const ReportDialog = lazy(() => import('#features/abuse/report-dialog.tsx'))
const DishMenu = lazy(() => import('../dish-menu.tsx'))

type Props = {
  card: items.Card
  place?: number
  /**
   * True on the pages of the restaurant and the dish: asks whether the dish is still on the menu, if nobody has
   * confirmed it lately and the viewer hasn't saved it lately.
   */
  asks?: boolean
  /** True if the page itself says that the dish isn't served any more. */
  hideServed?: boolean
  /** The button for a vote, beside that for the other actions. */
  vote?: ReactNode
  /** Content at the beginning of the line. */
  children: ReactNode
}

/**
 * The last line of a card: who saved the dish, when it was last confirmed to be on the menu, and the button that opens
 * the dish's other actions. A tap shows its effect before the server has answered.
 */
export function CardByline({ card, place, asks, hideServed, vote, children }: Props) {
  const { id: viewer, isLogged } = useSession()
  const askToLogIn = useAskToLogIn()
  const { expired, confirmedAt, report, confirm, error } = useMenuStatus(card)
  const [dialog, setDialog] = useState<'menu' | 'abuse' | null>(null)
  const [taps, setTaps] = useState(0)
  const [now] = useState(() => Date.now())
  const line = useRef<HTMLParagraphElement>(null)

  // If the tapped button is gone, the focus moves to the line, which shows what replaced it.
  useEffect(() => {
    if (taps === 0 || !line.current || document.activeElement !== document.body) return
    line.current.tabIndex = -1
    line.current.focus({ preventScroll: true })
  }, [taps])

  const tap = (act: () => void) => () => {
    setTaps((count) => count + 1)
    act()
  }
  const asMember = (why: string, act: () => void) => () => {
    setDialog(null)
    if (isLogged) act()
    else askToLogIn(why, act)
  }
  const onConfirm = asMember('Log in to say that it’s still on the menu.', tap(confirm))
  const onReport = asMember('Log in to report it.', tap(report))
  const onAbuse = asMember('Log in to report it.', () => setDialog('abuse'))
  const things = thingsOn(card, viewer)

  return (
    <div className={styles.place}>
      <p ref={line} className={styles.line}>
        {children}
        {!hideServed && <Served card={card} />}
        {expired ? (
          <Thanks of={card.itemName} onUndo={tap(report)} />
        ) : (
          asks && (
            <Confirmed
              at={confirmedAt}
              of={card.itemName}
              now={now}
              onConfirm={!card.closed && !isSavedLately(card, viewer, now) ? onConfirm : null}
            />
          )
        )}
      </p>
      <div className={styles.actions}>
        {vote}
        <IconButton
          label={`More about ${card.itemName}`}
          title={undefined}
          aria-haspopup="dialog"
          icon={<Ellipsis />}
          onClick={() => setDialog('menu')}
        />
      </div>
      <output>{error}</output>
      <Suspense>
        {dialog === 'menu' && (
          <DishMenu
            card={card}
            place={place}
            expired={expired}
            onClose={() => setDialog(null)}
            onConfirm={onConfirm}
            onReport={onReport}
            onAbuse={things.length > 0 ? onAbuse : undefined}
          />
        )}
        {dialog === 'abuse' && things.length > 0 && (
          <ReportDialog
            things={things}
            onDish={expired ? undefined : onReport}
            onClose={() => setDialog(null)}
          />
        )}
      </Suspense>
    </div>
  )
}

const Thanks = ({ of, onUndo }: { of: string; onUndo: () => void }) => (
  <span>
    <span className={styles.thanks}>Thanks for reporting</span> that it’s no longer on the menu.{' '}
    <InlineButton onClick={onUndo}>
      Undo<span className="visually-hidden"> the report of {of}</span>
    </InlineButton>
  </span>
)

type Confirmation = { at: string; by: number | null }

/**
 * Returns whether the viewer has reported the dish as no longer on the menu, when it was last confirmed, and functions
 * to report and confirm it.
 */
function useMenuStatus({ id, itemName, expired, confirmedAt, gone }: items.Card) {
  const { id: viewer } = useSession()
  const { revalidate } = useRevalidator()
  const { run, busy, error } = useCall('POST /items/:id/confirm')
  const [confirmed, setConfirmed] = useState<Confirmation | null>(null)
  const confirming = useRef<Promise<void>>(Promise.resolve())
  const reloadIfRenamed = useReloadIfRenamed()
  const reported = useToggle({
    on: expired,
    send: async (on) => {
      await confirming.current
      const answer = await reloadIfRenamed(
        api(on ? 'POST /items/:id/expired' : 'DELETE /items/:id/expired', {
          id,
          ...(on && { expectedName: itemName }),
        }),
      )
      // With one report fewer the dish may be listed again, so the page's data is loaded again.
      if (!on && gone) await revalidate()
      return { on: answer.expired }
    },
  })
  const confirm = async () => {
    setConfirmed({ at: new Date().toISOString(), by: session().id })
    // On the server, a confirmation also takes back the viewer's own report.
    if (await run({ id, expectedName: itemName })) reported.learn({ on: false })
    else setConfirmed(confirmed)
  }
  return {
    expired: reported.on && !busy,
    confirmedAt: confirmed?.by === viewer ? confirmed.at : confirmedAt,
    error: reported.error ?? error?.message,
    report: reported.flip,
    confirm() {
      if (!busy) confirming.current = confirm()
    },
  }
}

/** Says that the dish is gone or its restaurant closed, if five members or an admin have said so. */
function Served({ card: { gone, closed } }: { card: items.Card }) {
  if (!gone && !closed) return null
  return (
    <span className={styles.gone}>
      {closed ? 'Members say it has closed' : 'Members say it’s no longer on the menu'}
    </span>
  )
}

/** Returns the text and the photo of other members on this card, which the viewer can report. */
function thingsOn({ yolos, photo }: items.Card, viewer: number | null): Reportable[] {
  const text = yolos.find(({ description }) => description !== '')
  const by = yolos.find(({ userId }) => userId === photo?.userId)
  const things: Reportable[] = []
  if (photo && photo.userId !== viewer)
    things.push({
      kind: 'photo',
      id: photo.yoloId,
      words: by ? `The photo of ${by.userName}` : 'The photo',
    })
  if (text && text.userId !== viewer)
    things.push({ kind: 'text', id: text.id, words: `What ${text.userName} wrote` })
  return things
}

/** Returns whether the dish is a favorite of the viewer that may be new. A card with many may not show their own. */
function isSavedLately({ used, yolos }: items.Card, viewer: number | null, now: number): boolean {
  const own = yolos.find(({ userId }) => userId === viewer)
  return used && (!own || daysSince(own.createdAt, now) <= confirmationFreshDays)
}

type ConfirmedProps = { at: string | null; of: string; now: number; onConfirm: (() => void) | null }

/**
 * Shows when the dish was last confirmed. With `onConfirm`, also asks whether it is still on the menu, if it was never
 * confirmed or not for more than `confirmationFreshDays`.
 */
function Confirmed({ at, of, now, onConfirm }: ConfirmedProps) {
  return (
    <>
      {at && (
        <span>
          Confirmed {/* The server may have rendered another day, just before midnight. */}
          <time dateTime={at} suppressHydrationWarning>
            {daysAgoText(at, now)}
          </time>
        </span>
      )}
      {onConfirm && (!at || daysSince(at, now) > confirmationFreshDays) && (
        <span>
          Still on the menu?{' '}
          <InlineButton onClick={onConfirm}>
            Yes<span className="visually-hidden"> {of} is still on the menu</span>
          </InlineButton>
        </span>
      )}
    </>
  )
}
