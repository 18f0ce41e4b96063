import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { api, ApiError, asApiError } from '#platform/web/api/api.ts'
import { refusalDetails } from '#platform/web/api/refusal.ts'
import { LoadingShell } from '#platform/web/browser-only.tsx'
import { Link } from '#platform/web/navigation/link.tsx'
import type { Output } from '#platform/contract/wire.ts'
import type { Handle } from '#platform/web/screen.tsx'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { LoginForm } from './login-form.tsx'
import { NewPasswordFields } from '#features/accounts/sign-up/new-password.tsx'
import { useForm } from '#platform/web/form.ts'
import { AccountForm } from '#features/accounts/profile/account-form.tsx'
import { AccountPage } from '#features/accounts/profile/account-page.tsx'
import { logOut } from '#features/accounts/sessions/log-out.ts'
import { passwordMismatchMessage } from '#features/accounts/sign-up/signup-check.ts'

export const handle: Handle = { title: 'Choose a new password', browserOnly: true }

const names = ['password', 'confirm'] as const

function check({ password, confirm }: Record<(typeof names)[number], string>) {
  const empty = 'Please fill in both fields'
  if (!password || !confirm)
    return { ...(password ? {} : { password: empty }), ...(confirm ? {} : { confirm: empty }) }
  return password === confirm ? {} : { confirm: passwordMismatchMessage }
}

type LinkState = 'asking' | 'works' | 'spent' | Output<'POST /reset-password/check'>

/**
 * Returns whose password the link's token can still set. If that can't be found out, it returns 'works', so that the
 * form is shown. The answer to the form then says what is wrong.
 */
function useLink(token: string): LinkState {
  const [link, setLink] = useState<LinkState>(token ? 'asking' : 'spent')
  useEffect(() => {
    if (!token) return
    api('POST /reset-password/check', { token }).then(setLink, (error: unknown) =>
      setLink(
        refusalDetails(error, 'POST /reset-password/check', 'invalid_token') ? 'spent' : 'works',
      ),
    )
  }, [token])
  return link
}

export function Component() {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  const [done, setDone] = useState<Output<'POST /reset-password'>>()
  const link = useLink(token)
  const known = typeof link === 'object' ? link : undefined
  const form = useForm({
    names,
    check,
    async send({ password }) {
      const answer = await api('POST /reset-password', { token, password }).catch(
        (error: unknown) => {
          if (asApiError(error).code === 'offline')
            throw new ApiError(0, 'offline', 'Network error')
          throw error
        },
      )
      // The server has ended every session of the account. Another member may be logged in here.
      void logOut()
      setDone(answer)
    },
  })
  if (done)
    return (
      <AccountPage title="Your password is new">
        <Banner tone="good">
          Your new password is set. Log in with it.
          {done.apple &&
            ' Apple still opens your account. If you didn’t link it, unlink it on the page of your account.'}
        </Banner>
        <LoginForm email={known?.email} onDone={() => void navigate('/home', { replace: true })} />
      </AccountPage>
    )
  if (link === 'asking') return <LoadingShell />
  if (link === 'spent')
    return (
      <AccountPage
        title="This link doesn’t work any more"
        aside={
          <Link to="/start" className="lone-link">
            Back to the start
          </Link>
        }
      >
        <Banner tone="bad">
          Invalid or expired token: the link was used already, is older than an hour, or its end is
          missing.
        </Banner>
        <LinkButton to="/forgot-password" wide>
          Send a new link
        </LinkButton>
      </AccountPage>
    )
  return (
    <AccountPage
      title="Choose a new password"
      lead={known && <>For the account of {known.email}</>}
      aside={
        <>
          <Link to="/start">Back to the start</Link> ·{' '}
          <Link to="/forgot-password">Send another link</Link>
        </>
      }
    >
      {known && known.ending.length > 0 && (
        <p>
          Mails that this account asked for end with the new password, as somebody else may have
          joined with your address. You can have them again in your settings.
        </p>
      )}
      <AccountForm form={form} submit="Reset Password" busyLabel="Setting your password…">
        <NewPasswordFields field={form.field} />
      </AccountForm>
    </AccountPage>
  )
}
