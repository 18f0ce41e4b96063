import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useAskToLogIn } from '#features/items/log-in-first.tsx'
import { api } from '#platform/web/api/api.ts'
import { ReportButton } from '#features/reporting/report-button.tsx'
import { useSession } from '#platform/web/session/session.ts'
import { useToggle } from '#platform/web/toggle/use-toggle.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { ConfirmDialog } from '#platform/web/ui/overlay/dialog.tsx'
import { InlineButton } from '#platform/web/ui/word-button.tsx'
import type * as restaurants from './contract.ts'
import styles from './restaurant.module.css'

/** Lets a member report the restaurant as permanently closed, and take that back. */
export function ReportClosed({ restaurant }: { restaurant: restaurants.Restaurant }) {
  const { isLogged } = useSession()
  const askToLogIn = useAskToLogIn()
  const { revalidate } = useRevalidator()
  const [isAsking, setAsking] = useState(false)
  const { id, name, closed, restaurantClosed } = restaurant
  const report = useToggle({
    on: restaurantClosed,
    send: async (on) => {
      const route = on ? 'POST /restaurants/:id/closed' : 'DELETE /restaurants/:id/closed'
      const answer = await api(route, { id })
      // The fifth report closes the restaurant for everyone.
      await revalidate()
      return { on: answer.restaurantClosed }
    },
  })
  const ask = () => setAsking(true)
  // The button that was pressed leaves, so the one in its place gets the focus.
  const box = useRef<HTMLDivElement>(null)
  const flip = () => {
    report.flip()
    requestAnimationFrame(() => box.current?.querySelector('button')?.focus())
  }
  return (
    <div ref={box} className={styles.report}>
      <output>
        {report.on && (
          <span className={styles.thanks}>
            <span>Thanks for reporting</span> that it has closed.{' '}
            <InlineButton onClick={flip}>
              Undo<span className="visually-hidden"> the report of {name}</span>
            </InlineButton>
          </span>
        )}
      </output>
      {!report.on && !closed && (
        <Button
          variant="quiet"
          size="small"
          onClick={isLogged ? ask : () => askToLogIn('Log in to report it.', ask)}
        >
          Report as permanently closed
        </Button>
      )}
      <p role="alert" className="problem">
        {report.error}
      </p>
      <ConfirmDialog
        open={isAsking}
        title="Is it closed for good?"
        yes="Yes, report it"
        no="No"
        onYes={() => {
          setAsking(false)
          flip()
        }}
        onNo={() => setAsking(false)}
      >
        <p>Once five members say so, {name} leaves every list.</p>
      </ConfirmDialog>
    </div>
  )
}

/** Lets a member report what isn't a restaurant. */
export function ReportRestaurant({
  restaurant: { id, name },
}: {
  restaurant: restaurants.Restaurant
}) {
  const askToLogIn = useAskToLogIn()
  return (
    <ReportButton things={[{ kind: 'restaurant', id, words: name }]} ask={askToLogIn}>
      Report something else
    </ReportButton>
  )
}
