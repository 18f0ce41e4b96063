import { useState } from 'react'
import { useCall } from '#platform/web/api/use-call.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { useSession } from '#platform/web/session/session.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'

/**
 * Asks an unverified member to open the mailed link, and sends the mail again on request. `lead` says why, on a page with
 * a form.
 */
export function VerifyNotice({ lead }: { lead?: string }) {
  const { email } = useSession()
  const resend = useCall('POST /resend-verification')
  const [sent, setSent] = useState(false)
  const send = async () => setSent((await resend.run({})) !== undefined)
  if (!email)
    return (
      <Banner tone="warn">
        {lead} Your account has no e-mail: add one on <Link to="/account">your account’s page</Link>{' '}
        and verify it, and all you do counts.
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
        {lead
          ? `${lead} Open the link that we sent; what you typed stays here.`
          : `Open the link in our mail to ${email}, to verify your e-mail.`}
      </Banner>
      {/* Nobody learns whether others were sent to this mailbox (docs/safety.md, S7). */}
      <Banner tone={resend.error ? 'bad' : 'good'}>
        {resend.error?.message ??
          (sent &&
            'The mail is on its way. If none comes, ask again later: only a few an hour go to one mailbox.')}
      </Banner>
    </Stack>
  )
}

/** Tells unverified members that what they do doesn't count yet. */
export const NotVerified = () => (
  <Banner tone="warn">
    Your e-mail isn’t verified: your upvotes and your favorite count once it is.{' '}
    <Link to="/account">Verify it</Link>
  </Banner>
)
