import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Handle } from '#platform/web/screen.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import { useCall } from '#platform/web/api/use-call.ts'
import { logOut } from '../sessions/log-out.ts'
import { AccountPage } from './account-page.tsx'

export const handle: Handle = { title: 'Undo the change of your e-mail', browserOnly: true }

/** The page that the mail to the old address links to. It requires a tap, because mail scanners open links too. */
export function Component() {
  const [params] = useSearchParams()
  const [undone, setUndone] = useState(false)
  const [takesAddress, setTakesAddress] = useState(false)
  const { run, busy, error } = useCall('POST /user/email/undo')
  // A link that lost its token is treated like a used one.
  const token = params.get('token') || 'missing'
  const spent = 'This link was used already, or it is too old.'

  async function undo(more: { takeAddress?: true } = {}) {
    if (!(await run({ token, ...more }))) return
    // The server has ended every session of the account. Another member may be logged in here.
    void logOut()
    setUndone(true)
  }

  if (undone)
    return (
      <AccountPage title="The change is undone">
        <Stack gap={3}>
          <Banner tone="good">
            The address that our mail went to is the e-mail of your account again, and everyone is
            logged out.
          </Banner>
          <p>
            Whoever changed it knew your password, so that works no longer. A link to choose a new
            one is in your mail. Mails that the account asked for may be off: your settings tell.
          </p>
          <LinkButton to="/forgot-password" wide>
            Send another link
          </LinkButton>
        </Stack>
      </AccountPage>
    )
  if (takesAddress || error?.code === 'address_in_use')
    return (
      <AccountPage
        title="There is another account with this e-mail"
        lead="After the change, someone joined with the address that our mail went to."
      >
        <Stack gap={3}>
          <Banner tone="bad">{takesAddress && error?.message}</Banner>
          <p>If that was you and it’s the account you want to keep, there is nothing to undo.</p>
          <LinkButton to="/home" wide>
            Keep that account
          </LinkButton>
          <p>
            Otherwise take the address back: it becomes the e-mail of the earlier account again, the
            other account has none then, and everyone is logged out of yours.
          </p>
          <Button
            variant="secondary"
            wide
            busy={busy}
            onClick={() => {
              setTakesAddress(true)
              void undo({ takeAddress: true })
            }}
          >
            Take the address back
          </Button>
        </Stack>
      </AccountPage>
    )
  return (
    <AccountPage
      title="Undo the change of your e-mail?"
      lead="The address that our mail went to becomes the e-mail of your account again, and everyone is logged out."
    >
      <Stack gap={3}>
        <Banner tone="bad">{error?.code === 'invalid_token' ? spent : error?.message}</Banner>
        <Button wide busy={busy} onClick={() => void undo()}>
          Undo the change
        </Button>
        <p>If it was you who changed it, just close this page.</p>
      </Stack>
    </AccountPage>
  )
}
