import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { api, ApiError, asApiError } from '#platform/web/api/api.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import type { Handle } from '#platform/web/screen.tsx'
import { endSession } from '#platform/web/session.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { LoginForm } from './login-form.tsx'
import { NewPassword } from '#features/accounts/sign-up/new-password.tsx'
import { useForm } from '#platform/web/form.ts'
import { AccountForm } from '#features/accounts/profile/account-form.tsx'
import { AccountPage } from '#features/accounts/profile/account-page.tsx'
import { noMatch } from '#features/accounts/sign-up/signup-check.ts'

export const handle: Handle = { title: 'Choose a new password', browserOnly: true }

const names = ['password', 'confirm'] as const

function check({ password, confirm }: Record<(typeof names)[number], string>) {
  const empty = 'Please fill in both fields'
  if (!password || !confirm)
    return { ...(password ? {} : { password: empty }), ...(confirm ? {} : { confirm: empty }) }
  return password === confirm ? {} : { confirm: noMatch }
}

export function Component() {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  const [done, setDone] = useState(false)
  const form = useForm({
    names,
    check,
    async send({ password }) {
      if (!token) throw new ApiError(400, 'invalid_token', 'Invalid or expired token')
      await api('POST /reset-password', { token, password }).catch((error: unknown) => {
        if (asApiError(error).code === 'offline') throw new ApiError(0, 'offline', 'Network error')
        throw error
      })
      // The server has ended every session, including this browser's.
      endSession()
      setDone(true)
    },
  })
  if (done)
    return (
      <AccountPage title="Your password is new">
        <Banner tone="good">Your new password is set. Log in with it.</Banner>
        <LoginForm onDone={() => void navigate('/home', { replace: true })} />
      </AccountPage>
    )
  return (
    <AccountPage
      title="Choose a new password"
      aside={
        <>
          <Link to="/start">Back to the start</Link> ·{' '}
          <Link to="/forgot-password">Send another link</Link>
        </>
      }
    >
      <AccountForm form={form} submit="Reset Password" busyLabel="Setting your password…">
        <NewPassword field={form.field} />
      </AccountForm>
    </AccountPage>
  )
}
