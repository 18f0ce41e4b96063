import { useCallback, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useAskToLogIn } from '#features/items/log-in-first.tsx'
import { useSession } from '#platform/web/session/session.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { ConfirmDialog } from '#platform/web/ui/overlay/confirm-dialog.tsx'
import { InlineButton } from '#platform/web/ui/word-button.tsx'
import { useCall } from '#platform/web/api/use-call.ts'
import { useWaitingState } from '#platform/web/queue/waiting-lines.ts'
import { onAnswerElsewhere } from '#platform/web/toggle/other-tabs.ts'
import type * as restaurants from './contract.ts'
import styles from './restaurant.module.css'

/** Focuses the button in place of the pressed one, which is gone, and scrolls it clear of 'Jump to Top'. */
const focusButton = (box: HTMLElement | null) =>
  requestAnimationFrame(() => {
    const button = box?.querySelector('button')
    button?.focus({ preventScroll: true })
    button?.scrollIntoView({ block: 'nearest' })
  })

/** Returns whether the viewer has reported it, and what sets that. What waits or was said is newer than `loaded`. */
function useReported(about: string, loaded: boolean) {
  const { id: viewer } = useSession()
  const [said, setSaid] = useState<{ by: number | null; reported: boolean } | null>(null)
  const waiting = useWaitingState(about)
  const setReported = useCallback(
    (reported: boolean) => setSaid({ by: viewer, reported }),
    [viewer],
  )
  useEffect(
    () => onAnswerElsewhere(about, ({ on = false }) => setReported(on)),
    [about, setReported],
  )
  const known = said?.by === viewer ? said.reported : loaded
  return [waiting ?? known, setReported] as const
}

/** Lets a member report the restaurant as permanently closed, once, and undo the report. */
export function ReportClosed({ restaurant }: { restaurant: restaurants.Restaurant }) {
  const { isLogged } = useSession()
  const askToLogIn = useAskToLogIn()
  const { revalidate } = useRevalidator()
  const [sure, setSure] = useState(false)
  const report = useCall('POST /restaurants/:id/closed')
  const back = useCall('DELETE /restaurants/:id/closed')
  const box = useRef<HTMLDivElement>(null)
  const { id, closed, name } = restaurant
  const about = `closed ${id}`
  const [reported, setReported] = useReported(about, restaurant.restaurantClosed)
  const waits = (on: boolean) => ({
    about,
    words: `${name}: ${on ? 'closed for good' : 'your report taken back'}`,
    on,
    repeatable: true,
    onKept: () => setReported(on),
  })

  const send = async () => {
    const sent = await report.run({ id }, { waits: waits(true) })
    if (sent) {
      setReported(sent.restaurantClosed)
      // Reloads the page's data, because the fifth report closes the restaurant for everyone.
      await revalidate()
    }
    setSure(false)
    focusButton(box.current)
  }
  const takeBack = async () => {
    const left = await back.run({ id }, { waits: waits(false) })
    if (left) {
      setReported(left.restaurantClosed)
      await revalidate()
    }
    focusButton(box.current)
  }
  return (
    <div ref={box} className={styles.report}>
      <output>
        {reported && (
          <span className={styles.thanks}>
            <span>Thanks for reporting</span> that it has closed.{' '}
            <InlineButton onClick={() => void takeBack()}>
              Undo<span className="visually-hidden"> the report of {restaurant.name}</span>
            </InlineButton>
          </span>
        )}
      </output>
      {!reported && !closed && (
        <Button
          variant="quiet"
          size="small"
          onClick={() =>
            isLogged ? setSure(true) : askToLogIn('Log in to report it.', () => setSure(true))
          }
        >
          Report as permanently closed
        </Button>
      )}
      <p role="alert" className={styles.problem}>
        {report.error?.message ?? back.error?.message}
      </p>
      <ConfirmDialog
        open={sure}
        title="Is it closed for good?"
        yes="Yes, report it"
        no="No"
        busy={report.busy}
        onYes={() => void send()}
        onNo={() => setSure(false)}
      >
        <p>Once five members say so, {restaurant.name} leaves every list.</p>
      </ConfirmDialog>
    </div>
  )
}
