import { useRef, useState } from 'react'
import { api } from '#platform/web/api/api.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { PasswordField } from '#platform/web/ui/form/field.tsx'
import { NewPasswordFields } from '../sign-up/new-password.tsx'
import { useForm } from '#platform/web/form.ts'
import { AccountForm } from '../profile/account-form.tsx'
import css from '../profile/account-page.module.css'
import { passwordMismatchMessage } from '../sign-up/signup-check.ts'
import { Username } from './username.tsx'

export function ChangePassword({ hasPassword, email }: { hasPassword: boolean; email: string }) {
  const [done, setDone] = useState(false)
  const box = useRef<HTMLFormElement>(null)
  const form = useForm({
    names: ['current', 'password', 'confirm'],
    check: ({ current, password, confirm }) => ({
      ...(current ? {} : { current: 'Please enter your current password.' }),
      ...(password ? {} : { password: 'Please choose a new password.' }),
      ...(password === confirm ? {} : { confirm: passwordMismatchMessage }),
    }),
    async send({ current, password }) {
      setDone(false)
      await api('PUT /user/password', { current, password })
      box.current?.reset()
      setDone(true)
    },
  })
  return (
    <section className={css.panel} aria-labelledby="change-password">
      <h2 id="change-password">Change password</h2>
      {hasPassword ? (
        <AccountForm
          ref={box}
          form={form}
          amongOthers
          submit="Change password"
          success={
            done ? 'Your password is changed. Everyone else who was logged in is out.' : null
          }
        >
          <Username email={email} />
          <PasswordField
            {...form.field('current')}
            label="Current password"
            autoComplete="current-password"
          />
          <NewPasswordFields field={form.field} />
        </AccountForm>
      ) : (
        <>
          <p>You log in without a password. You can have one: we send you a link.</p>
          <LinkButton variant="secondary" to="/forgot-password">
            Get a password
          </LinkButton>
        </>
      )}
    </section>
  )
}
