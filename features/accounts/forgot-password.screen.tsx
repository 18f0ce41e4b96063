import { useState } from 'react'
import { api } from '#platform/web/api.ts'
import { Link } from '#platform/web/link.tsx'
import type { Handle } from '#platform/web/screen.tsx'
import { Banner } from '#platform/web/ui/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { ErrorSummary } from '#platform/web/ui/error-summary.tsx'
import { EmailField } from '#platform/web/ui/field.tsx'
import css from './account-page.module.css'
import { AccountPage } from './account-page.tsx'
import type * as credentials from './credentials.contract.ts'
import { useForm } from './use-form.ts'

export const handle: Handle = { title: 'Forgot your password?', head: () => ({ noindex: true }) }

export function Component() {
  const [sent, setSent] = useState<string | null>(null)
  const form = useForm({
    names: ['email'],
    check: ({ email }) => (email.trim() ? {} : { email: 'Email is required' }),
    async send({ email }) {
      setSent(null)
      const { message } = await api<typeof credentials.forgotPassword>('POST /forgot-password', {
        email,
      })
      setSent(message)
    },
  })
  return (
    <AccountPage
      title="Forgot your password?"
      lead="We send you a link, and you choose a new one."
      aside={<Link to="/login">Back to log in</Link>}
    >
      <form {...form.form} className={css.form}>
        <Banner key={`sent${form.attempt}`} tone="good" seconds={1}>
          {sent && 'The mail is on its way.'}
        </Banner>
        <Banner key={form.attempt} tone="bad">
          {form.error?.message}
        </Banner>
        <ErrorSummary errors={form.summary} />
        <EmailField {...form.field('email')} label="E-mail" autoComplete="username" />
        <Button type="submit" wide busy={form.busy} busyLabel="Sending…">
          Send Reset Link
        </Button>
        {sent && <p className={css.hint}>{sent} Look into your spam folder too.</p>}
      </form>
    </AccountPage>
  )
}
