import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useAskToLogIn } from '#features/items/log-in-first.tsx'
import { useSession } from '#platform/web/session/session.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { ConfirmDialog } from '#platform/web/ui/overlay/dialog.tsx'
import { InlineButton } from '#platform/web/ui/word-button.tsx'
import { useCall } from '#platform/web/api/use-call.ts'
import type * as restaurants from './contract.ts'
import styles from './restaurant.module.css'

/** Focuses the button in place of the pressed one, which is gone, and scrolls it clear of 'Jump to Top'. */
const focusButton = (box: HTMLElement | null) =>
  requestAnimationFrame(() => {
    const button = box?.querySelector('button')
    button?.focus({ preventScroll: true })
    button?.scrollIntoView({ block: 'nearest' })
  })

/** Lets a member report the restaurant as permanently closed, once, and undo the report. */
export function ReportClosed({ restaurant }: { restaurant: restaurants.Restaurant }) {
  const { id: viewer, isLogged } = useSession()
  const askToLogIn = useAskToLogIn()
  const { revalidate } = useRevalidator()
  const [sure, setSure] = useState(false)
  const report = useCall('POST /restaurants/:id/closed')
  const back = useCall('DELETE /restaurants/:id/closed')
  const box = useRef<HTMLDivElement>(null)
  const { id, closed } = restaurant
  const [answer, setAnswer] = useState<{ by: number | null; reported: boolean } | null>(null)
  const reported = answer?.by === viewer ? answer.reported : restaurant.restaurantClosed
  const setReported = (is: boolean) => setAnswer({ by: viewer, reported: is })

  const send = async () => {
    const sent = await report.run({ id })
    if (sent) {
      setReported(sent.restaurantClosed)
      // Reloads the page's data, because the fifth report closes the restaurant for everyone.
      await revalidate()
    }
    setSure(false)
    focusButton(box.current)
  }
  const takeBack = async () => {
    const left = await back.run({ id })
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
