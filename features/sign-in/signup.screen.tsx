import { useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { api } from '#platform/web/api.ts'
import { Link } from '#platform/web/link.tsx'
import type { Handle } from '#platform/web/screen.tsx'
import { useSession } from '#platform/web/session.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { ErrorSummary } from '#platform/web/ui/form/error-summary.tsx'
import { EmailField, Field } from '#platform/web/ui/form/field.tsx'
import { nextPath } from '#platform/web/next-path.ts'
import css from '#features/accounts/profile/account-page.module.css'
import { AccountPage } from '#features/accounts/profile/account-page.tsx'
import { AppleButton } from '#features/sign-in-with-apple/apple-button.tsx'
import { beginSession, carrying } from '#features/accounts/sessions/open-session.ts'
import { birthDateOf, BirthFields, onTheMonth } from '#features/accounts/sign-up/birth-fields.tsx'
import { holdBackWhere, UnlessHeldBack } from '#features/accounts/sign-up/age-refused.tsx'
import { EmailConsent } from '#features/accounts/sign-up/email-consent.tsx'
import { JoiningTerms } from '#features/accounts/sign-up/joining-terms.tsx'
import { keepPlace } from '#features/accounts/profile/location.ts'
import { forgetReferrer, referrerIn } from '#features/accounts/sign-up/referral.ts'
import {
  checkSignup,
  signupNames,
  type SignupValues,
} from '#features/accounts/sign-up/signup-check.ts'
import { NewPassword } from '#features/accounts/sign-up/new-password.tsx'
import { useForm } from '#platform/web/form.ts'
import { justJoined } from '#features/accounts/sign-up/welcome.tsx'

export const handle: Handle = {
  title: 'Join',
  description: 'Join Yolo: save your three favorites of every kind and upvote the best near you.',
}

export function Component() {
  const { isLogged } = useSession()
  const { search } = useLocation()
  const [emailConsent, setEmailConsent] = useState(false)
  const form = useForm({
    names: signupNames,
    check: checkSignup,
    async send({ userName, email, password, month, year }: SignupValues) {
      const birthDate = birthDateOf({ month, year })
      const referer = referrerIn(search)
      const input = { userName, email, password, birthDate, emailConsent, referer }
      try {
        const answer = await api('POST /register', input)
        justJoined.set(answer.id)
        forgetReferrer()
        beginSession(answer)
        // Chosen before there was an account to keep it in.
        void keepPlace()
      } catch (error) {
        holdBackWhere(error)
        throw onTheMonth(error)
      }
    },
  })

  if (isLogged) return <Navigate to={nextPath(search)} replace />
  return (
    <AccountPage
      title="Join Yolo"
      lead="Save your top three of every kind, and upvote the rest."
      aside={
        <p>
          A member already? <Link to={carrying('/login', search)}>Current Members - Log In</Link>
        </p>
      }
    >
      <UnlessHeldBack>
        <form {...form.form} className={css.form}>
          <Banner key={`warn${form.attempt}`} tone="warn" seconds={2}>
            {form.unsent && 'Please fill in all fields and ensure passwords match.'}
          </Banner>
          <Banner key={form.attempt} tone="bad">
            {form.error?.message}
          </Banner>
          <ErrorSummary {...form.summary} />
          <Field
            {...form.field('userName')}
            label="Display username"
            hint="Everyone sees it beside your favorites."
            autoComplete="nickname"
            maxLength={50}
          />
          <EmailField {...form.field('email')} label="E-mail" />
          <NewPassword label="Password" field={form.field} />
          <BirthFields field={form.field} />
          <EmailConsent agreed={emailConsent} onChange={setEmailConsent} />
          <Button type="submit" wide busy={form.busy} busyLabel="Making your account…">
            New Members - Join
          </Button>
          <JoiningTerms />
        </form>
        <AppleButton or next={new URLSearchParams(search).get('next')} />
      </UnlessHeldBack>
    </AccountPage>
  )
}
