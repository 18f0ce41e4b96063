import { useState } from 'react'
import { useLocation } from 'react-router'
import { Link } from '#platform/web/link.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { ErrorSummary } from '#platform/web/ui/form/error-summary.tsx'
import css from '#features/accounts/profile/account-page.module.css'
import { AccountPage } from '#features/accounts/profile/account-page.tsx'
import { carrying } from '#features/accounts/sessions/open-session.ts'
import {
  birthDateOf,
  BirthFields,
  birthNames,
  onTheMonth,
} from '#features/accounts/sign-up/birth-fields.tsx'
import { holdBackWhere, UnlessHeldBack } from '#features/accounts/sign-up/age-refused.tsx'
import { EmailConsent } from '#features/accounts/sign-up/email-consent.tsx'
import { JoiningTerms } from '#features/accounts/sign-up/joining-terms.tsx'
import { checkBirth } from '#features/accounts/sign-up/signup-check.ts'
import { useForm } from '#platform/web/form.ts'
import type { Newcomer } from './use-landing.ts'

/** Apple has said who it is; what it doesn't tell is asked here, once. */
export function AppleNewcomer({ join }: { join: (newcomer: Newcomer) => Promise<void> }) {
  const { search } = useLocation()
  const [emailConsent, setEmailConsent] = useState(false)
  const form = useForm({
    names: birthNames,
    check: checkBirth,
    async send(values) {
      try {
        await join({ birthDate: birthDateOf(values), emailConsent })
      } catch (error) {
        holdBackWhere(error)
        throw onTheMonth(error)
      }
    },
  })
  return (
    <AccountPage
      title="Almost Done!"
      lead="You are new here: one question, and you’re in."
      aside={
        <p>
          A member already? <Link to={carrying('/login', search)}>Current Members - Log In</Link>
        </p>
      }
    >
      <UnlessHeldBack>
        <form {...form.form} className={css.form}>
          <Banner key={form.attempt} tone="bad">
            {form.error?.message}
          </Banner>
          <ErrorSummary {...form.summary} />
          <BirthFields field={form.field} />
          <EmailConsent agreed={emailConsent} onChange={setEmailConsent} />
          <Button type="submit" wide busy={form.busy} busyLabel="Making your account…">
            New Members - Join
          </Button>
          <JoiningTerms />
        </form>
      </UnlessHeldBack>
    </AccountPage>
  )
}
