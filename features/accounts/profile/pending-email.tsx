import { useState } from 'react'
import { perMailbox } from '../sign-up/welcome.tsx'
import { useRevalidator } from 'react-router'
import { useCall } from '#platform/web/api/use-call.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Row } from '#platform/web/ui/page/layout.tsx'

/**
 * Says that a new e-mail waits to be confirmed, and lets the member have the link sent again or keep the old e-mail.
 * `onDone` is called after either, so that the caller can remove its message about the original request.
 */
export function PendingEmailNotice({
  email,
  onDone,
}: {
  email: string | null
  onDone: () => void
}) {
  const { revalidate } = useRevalidator()
  const again = useCall('POST /user/email/resend')
  const cancel = useCall('DELETE /user/email')
  // `email` is the pending address after the action. The text is shown only while the page still has that address.
  const [done, setDone] = useState<{ text: string; email: string | null } | null>(null)
  const error = again.error ?? cancel.error

  async function resend() {
    cancel.clear()
    const answer = await again.run({})
    if (answer) onDone()
    setDone(
      answer
        ? { text: `A new link is on its way to ${answer.result.email}. ${perMailbox}`, email }
        : null,
    )
    if (!answer) await revalidate()
  }
  async function keep() {
    again.clear()
    const answer = await cancel.run({})
    if (answer) onDone()
    const text = 'Your e-mail stays as it is. The link that we sent is void.'
    setDone(answer ? { text, email: null } : null)
    await revalidate()
  }
  return (
    <>
      <Banner tone="warn">
        {email && (
          <>
            {email} waits to be confirmed: it becomes your e-mail when you open the link that we
            sent there.
          </>
        )}
      </Banner>
      <Banner tone={error ? 'bad' : 'good'}>
        {error?.message ?? (done?.email === email && done.text)}
      </Banner>
      {email && (
        <Row>
          <Button variant="secondary" size="small" busy={again.busy} onClick={() => void resend()}>
            Send the link again
          </Button>
          <Button variant="quiet" size="small" busy={cancel.busy} onClick={() => void keep()}>
            Cancel this change
          </Button>
        </Row>
      )}
    </>
  )
}
