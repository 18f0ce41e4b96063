import { useLocation } from 'react-router'
import { api } from '#platform/web/api/api.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { useSession, wasSessionRefused } from '#platform/web/session/session.ts'
import { useStored } from '#platform/web/storage/stored.ts'
import { EmailField, PasswordField } from '#platform/web/ui/form/field.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { AccountForm } from '#features/accounts/profile/account-form.tsx'
import css from '#features/accounts/profile/account-page.module.css'
import { beginSession } from '#features/accounts/sessions/sessions.ts'
import { loadSavedCity } from '#features/places/chosen.ts'
import { currentReferrer } from '#features/accounts/sign-up/referral.ts'
import { useForm } from '#platform/web/form.ts'

const names = ['email', 'password'] as const

const check = ({ email, password }: Record<(typeof names)[number], string>) => ({
  ...(email.trim() ? {} : { email: 'Please enter your e-mail.' }),
  ...(password ? {} : { password: 'Please enter your password.' }),
})

type Props = {
  prefix?: string
  /** Whose account to log in to. Without it, that of the last log-in here is suggested. */
  email?: string
  onDone?: () => void
}

export function LoginForm({ prefix, email: known, onDone }: Props) {
  const { search } = useLocation()
  const { isLogged, email: last } = useSession()
  const isEnded = useStored(wasSessionRefused) && !isLogged
  const form = useForm({
    names,
    check,
    prefix,
    async send({ email, password }) {
      const referer = currentReferrer(search)
      beginSession(await api('POST /login', { email, password, referer }))
      void loadSavedCity()
      onDone?.()
    },
  })
  return (
    <AccountForm
      form={form}
      submit="Current Members - Log In"
      busyLabel="Logging you in…"
      below={
        <p className={css.aside}>
          <Link to="/forgot-password" className="lone-link">
            Forgot Password?
          </Link>
        </p>
      }
    >
      <Banner tone="warn">
        {isEnded && 'Your session here has ended, as after a new password. Please log in again.'}
      </Banner>
      <EmailField
        {...form.field('email')}
        label="E-mail"
        autoComplete="username"
        defaultValue={known ?? last}
      />
      <PasswordField {...form.field('password')} label="Password" autoComplete="current-password" />
    </AccountForm>
  )
}
