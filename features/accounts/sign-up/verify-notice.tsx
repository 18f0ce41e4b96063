import { useState, type ReactNode } from 'react'
import { useCall } from '#platform/web/api/use-call.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import css from './welcome.module.css'
import { perMailbox } from './welcome.tsx'

/** Asks an unverified member to open the mailed link, and sends the mail again on request. */
export function VerifyNotice({ children }: { children: ReactNode }) {
  const resend = useCall('POST /resend-verification')
  const [sent, setSent] = useState(false)
  return (
    <div className={css.verify}>
      <Banner
        tone="warn"
        action={
          <Button
            variant="quiet"
            size="small"
            busy={resend.busy}
            onClick={() => void resend.run({}).then((answer) => setSent(answer !== undefined))}
          >
            Send it again
          </Button>
        }
      >
        {children}
      </Banner>
      <Banner tone={resend.error ? 'bad' : 'good'}>
        {resend.error?.message ?? (sent && `The mail is on its way. ${perMailbox}`)}
      </Banner>
    </div>
  )
}
