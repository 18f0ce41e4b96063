import { useRevalidator } from 'react-router'
import { api } from '#platform/web/api/api.ts'
import { useForm } from '#platform/web/form.ts'
import { PasswordField } from '#platform/web/ui/form/password-field.tsx'
import { AccountForm } from '../profile/account-form.tsx'
import css from '../profile/account-page.module.css'
import { Username } from './username.tsx'

/** Shows a member that Apple opens their account, and unlinks it. */
export function AppleLogin({ hasPassword, email }: { hasPassword: boolean; email: string }) {
  const { revalidate } = useRevalidator()
  const form = useForm({
    names: ['password'],
    // The form for a new password has a field of this name, too.
    prefix: 'apple-',
    check: ({ password }) => (password ? {} : { password: 'Please enter your password.' }),
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
          <Username email={email} />
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
