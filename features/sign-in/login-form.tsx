import type { MouseEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { api } from '#platform/web/api/api.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { EmailField } from '#platform/web/ui/form/field.tsx'
import { PasswordField } from '#platform/web/ui/form/password-field.tsx'
import { AccountForm } from '#features/accounts/profile/account-form.tsx'
import css from '#features/accounts/profile/account-page.module.css'
import { useBeginSession } from '#features/accounts/sessions/use-begin-session.ts'
import { loadSavedCity } from '#features/accounts/profile/location.ts'
import { currentReferrer } from '#features/accounts/sign-up/referral.ts'
import { useForm } from '#platform/web/form.ts'
import { useEmailPrefill } from './use-known-email.ts'

const names = ['email', 'password'] as const

const check = ({ email, password }: Record<(typeof names)[number], string>) => ({
  ...(email.trim() ? {} : { email: 'Please enter your e-mail.' }),
  ...(password ? {} : { password: 'Please enter your password.' }),
})

type Props = {
  prefix?: string
  /** Whose account to log in to, where that is known. */
  email?: string
  onDone?: () => void
}

export function LoginForm({ prefix, email: known, onDone }: Props) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const begin = useBeginSession()
  const box = useEmailPrefill(known)
  const form = useForm({
    names,
    check,
    prefix,
    async send({ email, password }) {
      const referer = currentReferrer(search)
      begin(await api('POST /login', { email, password, referer }))
      void loadSavedCity()
      onDone?.()
    },
  })
  const forgot = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    const email = new FormData(box.current!).get('email')
    void navigate('/forgot-password', { state: { email }, viewTransition: true })
  }

  return (
    <AccountForm
      ref={box}
      form={form}
      submit="Current Members - Log In"
      busyLabel="Logging you in…"
      below={
        <p className={css.aside}>
          <Link to="/forgot-password" className="lone-link" onClick={forgot}>
            Forgot Password?
          </Link>
        </p>
      }
    >
      <EmailField {...form.field('email')} label="E-mail" autoComplete="username" />
      <PasswordField {...form.field('password')} label="Password" autoComplete="current-password" />
    </AccountForm>
  )
}
