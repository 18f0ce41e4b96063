import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { api, ApiError, asApiError } from '#platform/web/api/api.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import type { Handle } from '#platform/web/screen.tsx'
import { useSession } from '#platform/web/session/session.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { useForm } from '#platform/web/form.ts'
import { Username } from '#features/accounts/credentials/username.tsx'
import { AccountForm } from '#features/accounts/profile/account-form.tsx'
import { AccountPage } from '#features/accounts/profile/account-page.tsx'
import { logOut } from '#features/accounts/sessions/sessions.ts'
import { NewPasswordFields } from '#features/accounts/sign-up/new-password.tsx'
import { passwordMismatchMessage } from '#features/accounts/sign-up/signup-check.ts'
import { LoginForm } from './login-form.tsx'

export const handle: Handle = { title: 'Choose a new password', browserOnly: true }

const names = ['password', 'confirm'] as const
/** What is said of failures without a message from the server. */
const texts: Record<string, string> = {
  offline: 'Network error',
  broken: 'Invalid or expired token',
}

function check({ password, confirm }: Record<(typeof names)[number], string>) {
  const empty = 'Please fill in both fields'
  if (!password || !confirm)
    return { ...(password ? {} : { password: empty }), ...(confirm ? {} : { confirm: empty }) }
  return password === confirm ? {} : { confirm: passwordMismatchMessage }
}

/** Sets a new password. With `restore` in the address, the e-mail of before comes back, too. */
export function Component() {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const { email: known } = useSession()
  const [email, setEmail] = useState<string>()
  // A link that lost its token is treated like one that doesn't exist.
  const token = params.get('token') || 'missing'
  const restores = params.has('restore')
  const form = useForm({
    names,
    check,
    async send({ password }) {
      const answer = await api('POST /reset-password', { token, password }).catch(
        (error: unknown) => {
          const { status, code } = asApiError(error)
          throw texts[code] ? new ApiError(status, code, texts[code]) : error
        },
      )
      // The server has ended every session of the account. Another member may be logged in here.
      void logOut()
      setEmail(answer.email)
    },
  })
  if (email !== undefined)
    return (
      <AccountPage title="Your password is new">
        <Banner tone="good">
          {restores && `${email} is the e-mail of your account again. `}
          Your new password is set, and everyone is logged out. Log in with it.
        </Banner>
        <LoginForm email={email} onDone={() => void navigate('/home', { replace: true })} />
      </AccountPage>
    )
  return (
    <AccountPage
      title={restores ? 'Undo the change of your e-mail' : 'Choose a new password'}
      lead={
        restores &&
        'The address that our mail went to becomes the e-mail of your account again. The person who changed it knew your password: choose a new one.'
      }
      aside={
        <>
          <Link to="/start">Back to the start</Link> ·{' '}
          <Link to="/forgot-password">Send another link</Link>
        </>
      }
    >
      <AccountForm form={form} submit="Reset Password" busyLabel="Setting your password…">
        <Username email={known} />
        <NewPasswordFields field={form.field} />
        {(form.error?.code === 'invalid_token' || form.error?.code === 'link_used') && (
          <LinkButton to="/forgot-password" variant="secondary">
            Send a new link
          </LinkButton>
        )}
      </AccountForm>
    </AccountPage>
  )
}
