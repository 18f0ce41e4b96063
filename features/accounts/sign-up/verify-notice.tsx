import { useState, type ReactNode } from 'react'
import { useCall } from '#platform/web/api/use-call.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { useActingUser, useSession } from '#platform/web/session/session.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'

type Props = {
  /** Said first, if anything. */
  lead?: ReactNode
  /** Which link to open, if that needs other words. */
  children?: ReactNode
  /** True on the page that adds an e-mail. */
  isHere?: boolean
}

/** Asks an unverified member to open the mailed link, and sends the mail again on request. */
export function VerifyNotice({ lead, children, isHere = false }: Props) {
  const { email } = useSession()
  const resend = useCall('POST /resend-verification')
  const [sent, setSent] = useState(false)
  const send = async () => setSent((await resend.run({})) !== undefined)
  if (!email)
    return (
      <Banner tone="warn">
        {lead} Your account has no e-mail. {isHere ? 'Add one below' : addOne}: once you have
        verified it, all you do counts.
      </Banner>
    )
  return (
    <Stack gap={3}>
      <Banner
        tone="warn"
        action={
          <Button variant="quiet" size="small" busy={resend.busy} onClick={() => void send()}>
            Send it again
          </Button>
        }
      >
        {lead} {children ?? `Open the link in our mail to ${email}, to verify your e-mail.`}
      </Banner>
      <Banner tone={resend.error ? 'bad' : 'good'}>
        {resend.error?.message ?? (sent && `The mail is on its way. ${fewAnHour}`)}
      </Banner>
    </Stack>
  )
}

// In a tab of its own, so that what was typed stays.
const addOne = (
  <Link to="/account" target="_blank">
    Add one
  </Link>
)

/** Said of every mail, so that nobody learns whether others were sent to this mailbox (docs/safety.md, S7). */
export const fewAnHour = 'If none comes, ask again later: only a few an hour go to one mailbox.'

/** Tells unverified members that what they do doesn't count yet. */
export function NotVerified({ verified }: { verified: boolean }) {
  const session = useSession()
  const isActing = useActingUser() !== null
  if (verified || session.verified || isActing) return null
  return (
    <Banner tone="warn">
      Your e-mail isn’t verified: your upvotes and your favorite count once it is.{' '}
      <Link to="/account">Verify it</Link>
    </Banner>
  )
}
