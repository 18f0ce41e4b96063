import { type ReactNode, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { ApiError, api } from '#platform/web/api/api.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { nextPath } from '#platform/web/navigation/next-path.ts'
import type { Handle } from '#platform/web/screen.tsx'
import { useSession } from '#platform/web/session/session.ts'
import { EmailField } from '#platform/web/ui/form/field.tsx'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { AccountPage } from '#features/accounts/profile/account-page.tsx'
import { saveChosenCity } from '#features/accounts/profile/location.ts'
import { beginSession, withReturnParams } from '#features/accounts/sessions/open-session.ts'
import { DisplayNameField } from '#features/accounts/sign-up/display-name-field.tsx'
import { type SignUpFormState, JoinForm } from '#features/accounts/sign-up/join-form.tsx'
import { NewPasswordFields } from '#features/accounts/sign-up/new-password.tsx'
import { clearReferrer, currentReferrer } from '#features/accounts/sign-up/referral.ts'
import {
  type BirthFieldName,
  checkSignup,
  isIncomplete,
  signupFields,
  type SignupValues,
} from '#features/accounts/sign-up/signup-check.ts'
import { justJoinedMemberId } from '#features/accounts/sign-up/welcome.tsx'
import { AppleButton } from '#features/sign-in-with-apple/apple-button.tsx'

export const handle: Handle = {
  title: 'Join',
  description: 'Join Yolo: save your three favorites of every kind and upvote the best near you.',
}

/** `logIn` is shown while the server’s answer to the e-mail stands. */
const fieldsWith =
  (logIn: ReactNode) =>
  ({
    field,
    errors,
    hasLocalErrors,
    attempt,
  }: SignUpFormState<keyof SignupValues | BirthFieldName>) => (
    <>
      {errors.email && !hasLocalErrors && logIn}
      <Banner key={`warn${attempt}`} tone="warn" seconds={2}>
        {hasLocalErrors &&
          isIncomplete(errors) &&
          'Please fill in all fields and ensure passwords match.'}
      </Banner>
      <DisplayNameField {...field('userName')} />
      <EmailField {...field('email')} label="E-mail" />
      <NewPasswordFields label="Password" field={field} />
    </>
  )

export function Component() {
  const { isLogged } = useSession()
  // The e-mail that has an account already, if the server said so of the last attempt.
  const [taken, setTaken] = useState<string | null>(null)
  const { search } = useLocation()
  if (isLogged) return <Navigate to={nextPath(search)} replace />
  return (
    <AccountPage
      title="Join Yolo"
      lead="Save your top three of every kind, and upvote the rest."
      aside={
        <p>
          A member already?{' '}
          <Link to={withReturnParams('/login', search)}>Current Members - Log In</Link>
        </p>
      }
    >
      <JoinForm
        names={signupFields}
        check={checkSignup}
        join={async (answers, { userName, email, password }) => {
          const referer = currentReferrer(search)
          const input = { ...answers, userName, email, password, referer }
          setTaken(null)
          const answer = await api('POST /register', input).catch((error: unknown) => {
            if (error instanceof ApiError && error.code === 'email_taken') setTaken(email)
            throw error
          })
          justJoinedMemberId.set(answer.id)
          clearReferrer()
          beginSession(answer)
          // Saves the place that was chosen before the account existed.
          void saveChosenCity()
        }}
        fields={fieldsWith(
          taken && (
            <LinkButton
              variant="secondary"
              to={withReturnParams('/login', search)}
              state={{ email: taken }}
            >
              Log in with this e-mail
            </LinkButton>
          ),
        )}
      >
        <AppleButton or next={new URLSearchParams(search).get('next')} />
      </JoinForm>
    </AccountPage>
  )
}
