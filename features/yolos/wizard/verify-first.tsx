import { useState, type ReactNode } from 'react'
import { perMailbox } from '#features/accounts/sign-up/welcome.tsx'
import { useSession } from '#platform/web/session.ts'
import { useCall } from '#platform/web/api/use-call.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import css from './wizard.module.css'

/** Asks an unverified member to verify their e-mail before they save a second favorite or add a second restaurant. */
export function VerifyFirst({
  children = 'Saving is allowed, but you must verify by e-mail first.',
}: {
  children?: ReactNode
}) {
  const { email } = useSession()
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
        {children} Open the link that we sent{email && ` to ${email}`}; what you typed stays here.
      </Banner>
      <Banner tone={resend.error ? 'bad' : 'good'}>
        {resend.error?.message ?? (sent && `The mail is on its way. ${perMailbox}`)}
      </Banner>
    </div>
  )
}
