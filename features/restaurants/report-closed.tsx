import { useState } from 'react'
import { useAskToLogIn } from '#features/items/log-in-first.tsx'
import { useSession } from '#platform/web/session.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx'
import { useCall } from '#platform/web/use-call.ts'
import type * as restaurants from './contract.ts'
import styles from './restaurant.module.css'

/** One report per member; whoever has reported is thanked for good. */
export function ReportClosed({ restaurant }: { restaurant: restaurants.Restaurant }) {
  const { isLogged } = useSession()
  const askToLogIn = useAskToLogIn()
  const [sure, setSure] = useState(false)
  const [reported, setReported] = useState(false)
  const report = useCall<typeof restaurants.reportClosed>('POST /restaurants/:id/closed')

  const send = async () => {
    if (await report.run({ id: restaurant.id })) setReported(true)
    setSure(false)
  }
  if (reported || restaurant.restaurantClosed)
    return <output className={styles.thanks}>Thanks for reporting</output>
  return (
    <div className={styles.report}>
      <Button
        look="quiet"
        size="small"
        onClick={() =>
          isLogged ? setSure(true) : askToLogIn('Log in to report it.', () => setSure(true))
        }
      >
        Report as permanently closed
      </Button>
      <p role="alert" className={styles.problem}>
        {report.error?.message}
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
