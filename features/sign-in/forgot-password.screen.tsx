import { useState } from 'react'
import { serverFaultText } from '#platform/web/api/status-text.ts'
import { api } from '#platform/web/api/api.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import type { Handle } from '#platform/web/screen.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { ErrorSummary } from '#platform/web/ui/form/error-summary.tsx'
import { EmailField } from '#platform/web/ui/form/field.tsx'
import { useForm } from '#platform/web/form.ts'
import css from '#features/accounts/profile/account-page.module.css'
import { AccountPage } from '#features/accounts/profile/account-page.tsx'
import { invalidEmailMessage, looksLikeEmail } from '#features/accounts/sign-up/signup-check.ts'
import { useSession } from '#platform/web/session/session.ts'

export const handle: Handle = { title: 'Forgot your password?', head: () => ({ noindex: true }) }

export function Component() {
  const [sent, setSent] = useState<string | null>(null)
  const { email: last } = useSession()
  const form = useForm({
    names: ['email'],
    check({ email }) {
      if (!email.trim()) return { email: 'Email is required' }
      return looksLikeEmail(email) ? {} : { email: invalidEmailMessage }
    },
    async send({ email }) {
      setSent(null)
      const { message } = await api('POST /forgot-password', { email })
      setSent(message)
    },
  })
  return (
    <AccountPage
      title="Forgot your password?"
      lead="We send you a link, and you choose a new one."
      aside={
        <Link to="/login" className="lone-link">
          Back to log in
        </Link>
      }
    >
      <form {...form.form} className={css.form}>
        <Banner key={form.attempt} tone="bad">
          {form.error?.message === serverFaultText ? 'Something went wrong' : form.error?.message}
        </Banner>
        <ErrorSummary {...form.summary} />
        <EmailField
          {...form.field('email')}
          label="E-mail"
          autoComplete="username"
          defaultValue={last}
        />
        <Button
          type="submit"
          variant={sent ? 'secondary' : 'primary'}
          wide
          busy={form.busy}
          busyLabel="Sending…"
        >
          Send Reset Link
        </Button>
        <Banner tone="good">{sent && `${sent} Look into your spam folder too.`}</Banner>
        {/* Below everything else, so that nothing moves when it disappears. */}
        <Banner key={`sent${form.attempt}`} tone="good" seconds={1}>
          {sent && 'Sent.'}
        </Banner>
      </form>
    </AccountPage>
  )
}
