import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { api, asApiError } from '#platform/web/api.ts'
import { forceRevalidation } from '#platform/web/forced-revalidation.ts'
import { session, useSession } from '#platform/web/session.ts'
import { IconButton } from '#platform/web/ui/button.tsx'
import { WordButton } from '#platform/web/ui/word-button.tsx'
import type { Reportable } from '#features/abuse/report-dialog.tsx'
import type * as items from '../contract.ts'
import { daysAgoText, daysSince, freshDays } from '../dates.ts'
import { useAskToLogIn } from '../log-in-first.tsx'
import styles from './still-on-menu.module.css'

const ReportDialog = lazy(() => import('#features/abuse/report-dialog.tsx'))
const DishMenu = lazy(() => import('../dish-menu.tsx'))

type MenuStatus = Pick<items.Card, 'expired' | 'confirmedAt'>

type Props = {
  card: items.Card
  place?: number
  /** Asks whether it is still served where nobody has said so lately: on the restaurant's own page. */
  asks?: boolean
  /** The page itself tells that it isn't served any more. */
  told?: boolean
  /** What the line begins with. */
  children: ReactNode
}

/**
 * The last line of a card: who saved it, when it was last said to be still served, and the way to all else
 * there is to know and say about it. A word shows before the server speaks.
 */
export function OnMenu({ card, place, asks, told, children }: Props) {
  const { id: viewer, isLogged } = useSession()
  const askToLogIn = useAskToLogIn()
  const [override, setOverride] = useState<(MenuStatus & { by: number | null }) | null>(null)
  const [error, setError] = useState('')
  const [menu, setMenu] = useState(false)
  const [abuse, setAbuse] = useState(false)
  const answered = useRef<Promise<unknown>>(Promise.resolve())
  const acts = useRef(0)
  /** What was said last that the server took. */
  const taken = useRef<typeof override>(null)
  const line = useRef<HTMLParagraphElement>(null)
  const status: MenuStatus = override?.by === viewer ? override : card
  const { revalidate } = useRevalidator()

  // The tapped button is gone: focus moves to what replaced it.
  useEffect(() => {
    if (!override || !line.current || document.activeElement !== document.body) return
    line.current.tabIndex = -1
    line.current.focus({ preventScroll: true })
  }, [override])

  /** What is tapped while an answer is on its way is sent after it: a tap is never lost. */
  const say = (next: MenuStatus, send: () => Promise<unknown>) => {
    const said = { ...next, by: session().id }
    const mine = ++acts.current
    setError('')
    setOverride(said)
    const saying = async () => {
      try {
        await send()
        taken.current = said
      } catch (problem) {
        if (mine === acts.current) setOverride(taken.current)
        setError(asApiError(problem).message)
      }
    }
    answered.current = answered.current.then(saying)
  }
  const { id } = card
  const confirm = () =>
    say({ expired: false, confirmedAt: new Date().toISOString() }, () =>
      api('POST /items/:id/confirm', { id }),
    )
  const takeBack = () =>
    say({ ...status, expired: false }, async () => {
      await api('DELETE /items/:id/expired', { id })
      // With one report fewer it may be listed again.
      if (card.gone) await forceRevalidation(revalidate)
    })
  const report = () =>
    say({ ...status, expired: true }, () => api('POST /items/:id/expired', { id }))
  const onConfirm = () => {
    setMenu(false)
    if (isLogged) confirm()
    else askToLogIn('Log in to say that it’s still on the menu.', confirm)
  }
  const onReport = () => {
    setMenu(false)
    if (isLogged) report()
    else askToLogIn('Log in to report it.', report)
  }

  const things = thingsOn(card, viewer)
  const onAbuse = () => {
    setMenu(false)
    const begin = () => setAbuse(true)
    if (isLogged) begin()
    else askToLogIn('Log in to report it.', begin)
  }

  return (
    <div className={styles.place}>
      <p ref={line} className={styles.line}>
        {children}
        {!told && <Served card={card} />}
        {status.expired ? (
          <span>
            <span className={styles.thanks}>Thanks for reporting</span> that it’s no longer on the
            menu.{' '}
            <WordButton onClick={takeBack}>
              Undo<span className="visually-hidden"> the report of {card.itemName}</span>
            </WordButton>
          </span>
        ) : (
          <Confirmed
            at={status.confirmedAt}
            of={card.itemName}
            onConfirm={asks && !card.closed ? onConfirm : null}
          />
        )}
      </p>
      <IconButton
        label={`More about ${card.itemName}`}
        title={undefined}
        aria-haspopup="dialog"
        icon={<Ellipsis />}
        onClick={() => setMenu(true)}
      />
      <output>{error}</output>
      {menu && (
        <Suspense>
          <DishMenu
            card={card}
            place={place}
            expired={status.expired}
            onClose={() => setMenu(false)}
            onConfirm={onConfirm}
            onReport={onReport}
            onAbuse={things.length > 0 ? onAbuse : undefined}
          />
        </Suspense>
      )}
      {abuse && things.length > 0 && (
        <Suspense>
          <ReportDialog things={things} onClose={() => setAbuse(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** What five members, or an admin, decided for everyone. */
function Served({ card: { gone, closed } }: { card: items.Card }) {
  if (!gone && !closed) return null
  return (
    <span className={styles.gone}>
      {closed ? 'Members say it has closed' : 'Members say it’s no longer on the menu'}
    </span>
  )
}

/** What others wrote and took that this card shows. */
function thingsOn({ yolos, photo }: items.Card, viewer: number | null): Reportable[] {
  const text = yolos.find(({ description }) => description !== '')
  const by = yolos.find(({ userId }) => userId === photo?.userId)
  return [
    ...(photo && photo.userId !== viewer
      ? [
          {
            kind: 'photo' as const,
            id: photo.yoloId,
            words: by ? `The photo of ${by.userName}` : 'The photo',
          },
        ]
      : []),
    ...(text && text.userId !== viewer
      ? [{ kind: 'text' as const, id: text.id, words: `What ${text.userName} wrote` }]
      : []),
  ]
}

type ConfirmedProps = { at: string | null; of: string; onConfirm: (() => void) | null }

/** A recent confirmation shows alone; after an old one the question follows, where it is asked. */
function Confirmed({ at, of, onConfirm }: ConfirmedProps) {
  const [now] = useState(() => Date.now())
  return (
    <>
      {at && (
        <span>
          Confirmed {/* Drawn on the server a moment earlier, at the turn of a day. */}
          <time dateTime={at} suppressHydrationWarning>
            {daysAgoText(at, now)}
          </time>
        </span>
      )}
      {onConfirm && (!at || daysSince(at, now) > freshDays) && (
        <span>
          Still on the menu?{' '}
          <WordButton onClick={onConfirm}>
            Yes<span className="visually-hidden"> {of} is still on the menu</span>
          </WordButton>
        </span>
      )}
    </>
  )
}
