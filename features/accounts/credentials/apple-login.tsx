import { useRevalidator } from 'react-router'
import { api } from '#platform/web/api/api.ts'
import { useForm } from '#platform/web/form.ts'
import { PasswordField } from '#platform/web/ui/form/password-field.tsx'
import { AccountForm } from '../profile/account-form.tsx'
import css from '../profile/account-page.module.css'

const names = ['password'] as const

/** Shows a member that Apple opens their account, and unlinks it. */
export function AppleLogin({ hasPassword, email }: { hasPassword: boolean; email: string }) {
  const { revalidate } = useRevalidator()
  const form = useForm({
    names,
    // The form for a new password has a field of this name, too.
    prefix: 'apple-',
    check: ({ password }: { password: string }) =>
      password ? {} : { password: 'Please enter your password.' },
    async send({ password }) {
      await api('DELETE /user/apple', { password })
      await revalidate()
    },
  })
  return (
    <section className={css.panel} aria-labelledby="apple-login">
      <h2 id="apple-login">Log in with Apple</h2>
      <p>You can log in to this account with Apple.</p>
      {hasPassword ? (
        <AccountForm form={form} amongOthers submit="Unlink Apple" success={null}>
          <input type="hidden" autoComplete="username" value={email} readOnly />
          <PasswordField
            {...form.field('password')}
            label="Your password"
            hint="If you didn’t link it, unlink it. Everyone else who is logged in is out then."
            autoComplete="current-password"
          />
        </AccountForm>
      ) : (
        <p className={css.hint}>
          It is your only way to log in. Once you have a password you can unlink it here.
        </p>
      )}
    </section>
  )
}

/** Tells a member that Apple was unlinked, with a link that links it again. */
export function UnlinkedApple({ email }: { email: string }) {
  return (
    <section className={css.panel} aria-labelledby="apple-login">
      <h2 id="apple-login">Log in with Apple</h2>
      <p>Apple was unlinked: you can’t log in to this account with it.</p>
      <p className={css.hint}>
        To link it again, <a href="/api/login/apple?next=%2Faccount">sign in with Apple</a>, where{' '}
        {email} must be yours, too.
      </p>
    </section>
  )
}
