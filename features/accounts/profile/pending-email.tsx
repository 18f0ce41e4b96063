import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useCall } from '#platform/web/api/use-call.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Row } from '#platform/web/ui/page/layout.tsx'

/**
 * Says that a new e-mail waits to be confirmed, and lets the member have its link again or keep the old one. `onDone` is
 * called when either is done, so that the message about the request before it can go.
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
  // A message is about one state of the change, and isn't shown in another one.
  const [done, setDone] = useState<{ text: string; email: string | null } | null>(null)
  const error = again.error ?? cancel.error

  async function resend() {
    cancel.clear()
    const answer = await again.run({})
    if (answer) onDone()
    setDone(answer ? { text: `A new link is on its way to ${answer.result.email}.`, email } : null)
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
