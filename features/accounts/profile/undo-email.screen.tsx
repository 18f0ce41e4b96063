import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { api, ApiError, asApiError } from '#platform/web/api.ts'
import type { Handle } from '#platform/web/screen.tsx'
import { endSession } from '#platform/web/session.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import { AccountPage } from './account-page.tsx'

export const handle: Handle = { title: 'Undo the change of your e-mail', browserOnly: true }

type State = { is: 'asked' | 'busy' | 'undone' } | { is: 'failed'; why: string }

/** Where the mail to the address of before leads. A tap undoes: programs that look at links in mails don't. */
export function Component() {
  const [params] = useSearchParams()
  const [state, setState] = useState<State>({ is: 'asked' })

  async function undo() {
    setState({ is: 'busy' })
    try {
      const token = params.get('token')
      if (!token) throw new ApiError(400, 'invalid_token', 'Invalid or expired token')
      await api('POST /user/email/undo', { token })
      // The server has ended every session, this browser's too.
      endSession()
      setState({ is: 'undone' })
    } catch (error) {
      const { code, message } = asApiError(error)
      const spent = 'This link was used already, or it is too old.'
      setState({ is: 'failed', why: code === 'invalid_token' ? spent : message })
    }
  }

  if (state.is === 'undone')
    return (
      <AccountPage title="The change is undone">
        <Stack gap={3}>
          <Banner tone="good">
            The address that our mail went to is the e-mail of your account again, and everyone is
            logged out.
          </Banner>
          <p>
            Whoever changed it knew your password, so that works no longer. A link to choose a new
            one is in your mail.
          </p>
          <LinkButton to="/forgot-password" wide>
            Send another link
          </LinkButton>
        </Stack>
      </AccountPage>
    )
  return (
    <AccountPage
      title="Undo the change of your e-mail?"
      lead="The address that our mail went to becomes the e-mail of your account again, and everyone is logged out."
    >
      <Stack gap={3}>
        <Banner tone="bad">{state.is === 'failed' && state.why}</Banner>
        <Button wide busy={state.is === 'busy'} onClick={() => void undo()}>
          Undo the change
        </Button>
        <p>If it was you who changed it, just close this page.</p>
      </Stack>
    </AccountPage>
  )
}
