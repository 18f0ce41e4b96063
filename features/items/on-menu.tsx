import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Ellipsis } from 'lucide-react'
import type { Reportable } from '#features/reporting/report-dialog.tsx'
import { api } from '#platform/web/api/api.ts'
import { useCall } from '#platform/web/api/use-call.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useToggle } from '#platform/web/toggle/use-toggle.ts'
import { Button, IconButton } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import { InlineButton } from '#platform/web/ui/word-button.tsx'
import type { ShownCard } from './contract.ts'
import { daysAgoText, daysSince } from './dates.ts'
import { useAskToLogIn } from './log-in-first.tsx'
import css from './on-menu.module.css'

const ReportDialog = lazy(() => import('#features/reporting/report-dialog.tsx'))

/** Number of days after which members are asked again whether a dish is still on the menu. */
const freshDays = 30

type Props = {
  card: ShownCard
  /** True on the pages of the restaurant and the dish, which ask whether the dish is still on the menu. */
  asks?: boolean
  /** True if the page itself says that the dish isn't served any more. */
  hideServed?: boolean
  /** The button for a vote, next to that for the other actions. */
  vote?: ReactNode
  /** Content at the beginning of the line. */
  children: ReactNode
}

/** Says why a dish isn't served any more. */
export const whyOff = ({ closed }: Pick<ShownCard, 'closed'>) =>
  closed ? 'Members say it has closed' : 'Members say it’s no longer on the menu'

/** The last line of a card, and the button that opens the dish's other actions. */
export function CardByline({ card, asks, hideServed, vote, children }: Props) {
  const { id, itemName } = card
  const isOff = card.gone || card.closed
  const { id: viewer, isLogged } = useSession()
  const askToLogIn = useAskToLogIn()
  const [dialog, setDialog] = useState<'menu' | 'report' | null>(null)
  const report = useToggle({
    on: card.expired,
    send: async (on) => {
      const route = on ? 'POST /items/:id/expired' : 'DELETE /items/:id/expired'
      return { on: (await api(route, { id })).expired }
    },
  })
  const things = reportableOn(card, viewer)
  const asMember = (act: () => void) => () => {
    setDialog(null)
    if (isLogged) act()
    else askToLogIn('Log in to report it.', act)
  }
  return (
    <div className={css.place}>
      <p className={css.line}>
        {children}
        {!hideServed && isOff && <span className="problem">{whyOff(card)}</span>}
        {report.on && (
          <span>
            <span className={css.thanks}>Thanks for reporting</span> that it’s no longer on the
            menu.{' '}
            <InlineButton onClick={report.flip}>
              Undo<span className="visually-hidden"> the report of {itemName}</span>
            </InlineButton>
          </span>
        )}
        {asks && !report.on && <StillOnMenu card={card} />}
      </p>
      <div className={css.actions}>
        {vote}
        <IconButton
          label={`More about ${itemName}`}
          title={undefined}
          aria-haspopup="dialog"
          icon={<Ellipsis />}
          onClick={() => setDialog('menu')}
        />
      </div>
      <p role="alert" className="problem">
        {report.error}
      </p>
      {dialog === 'menu' && (
        <Dialog open title={itemName} onClose={() => setDialog(null)}>
          <Stack gap={3}>
            {report.on ? (
              <p>Thanks for reporting</p>
            ) : (
              <Button variant="secondary" wide onClick={asMember(report.flip)}>
                No longer on the menu
              </Button>
            )}
            {things.length > 0 && (
              <Button variant="quiet" wide onClick={asMember(() => setDialog('report'))}>
                Report
              </Button>
            )}
          </Stack>
        </Dialog>
      )}
      {dialog === 'report' && things.length > 0 && (
        <Suspense>
          <ReportDialog
            things={things}
            onDish={report.on ? undefined : report.flip}
            onClose={() => setDialog(null)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Says when the dish was last confirmed, and asks for it again if that was long ago. */
function StillOnMenu({ card }: { card: ShownCard }) {
  const { isLogged } = useSession()
  const askToLogIn = useAskToLogIn()
  const { run, busy, error } = useCall('POST /items/:id/confirm')
  const [confirmed, setConfirmed] = useState<string | null>(null)
  const [now] = useState(() => Date.now())
  const at = confirmed ?? card.confirmedAt
  const confirm = async () => {
    const answer = await run({ id: card.id })
    if (answer) setConfirmed(answer.confirmedAt)
  }
  const press = isLogged
    ? () => void confirm()
    : () => askToLogIn('Log in to say that it’s still on the menu.', () => void confirm())
  const isAsked = !card.used && !card.closed && (!at || daysSince(at, now) > freshDays)
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
      {isAsked && (
        <span>
          Still on the menu?{' '}
          <InlineButton onClick={press} aria-busy={busy}>
            Yes<span className="visually-hidden"> {card.itemName} is still on the menu</span>
          </InlineButton>
        </span>
      )}
      {error && <span role="alert">{error.message}</span>}
    </>
  )
}

/** Returns the text and the photo of other members on this card, which the viewer can report. */
function reportableOn({ yolos, photo }: ShownCard, viewer: number | null): Reportable[] {
  const text = yolos.find(({ description }) => description !== '')
  const author = yolos.find(({ userId }) => userId === photo?.userId)
  const ofPhoto = author ? `The photo of ${author.userName}` : 'The photo'
  return [
    ...(photo && photo.userId !== viewer
      ? [{ kind: 'photo' as const, id: photo.yoloId, words: ofPhoto }]
      : []),
    ...(text && text.userId !== viewer
      ? [{ kind: 'text' as const, id: text.id, words: `What ${text.userName} wrote` }]
      : []),
  ]
}
