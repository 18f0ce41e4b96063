import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { AccountPage } from '#features/accounts/profile/account-page.tsx'
import { useCall } from '#platform/web/api/use-call.ts'
import type { Handle } from '#platform/web/screen.tsx'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'

export const handle: Handle = { title: 'Stop the weekly mail', browserOnly: true }

/** The page that a weekly mail links to. It requires a tap, because mail scanners open links too. */
export function Component() {
  const [params] = useSearchParams()
  const [stopped, setStopped] = useState(false)
  const { run, busy, error } = useCall('POST /weekly-mail/stop')
  const token = params.get('token') || 'missing'
  if (stopped)
    return (
      <AccountPage
        title="The weekly mail is off"
        lead="You can have it again whenever you like: it is in your settings."
      >
        <LinkButton to="/settings" variant="secondary" wide>
          Notification settings
        </LinkButton>
      </AccountPage>
    )
  return (
    <AccountPage
      title="Stop the weekly mail?"
      lead="You get no more mails about your week on Yolo. Your settings can stop it as well."
    >
      <Stack gap={3}>
        <Banner tone="bad">{error?.message}</Banner>
        <Button wide busy={busy} onClick={async () => setStopped(Boolean(await run({ token })))}>
          Stop the weekly mail
        </Button>
      </Stack>
    </AccountPage>
  )
}
