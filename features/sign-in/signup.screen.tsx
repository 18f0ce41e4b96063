import { Navigate, useLocation } from 'react-router'
import { api } from '#platform/web/api/api.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { nextPath } from '#platform/web/navigation/next-path.ts'
import type { Handle } from '#platform/web/screen.tsx'
import { useSession } from '#platform/web/session/session.ts'
import { EmailField } from '#platform/web/ui/form/field.tsx'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import { AccountPage } from '#features/accounts/profile/account-page.tsx'
import { beginSession, withReturnParams } from '#features/accounts/sessions/sessions.ts'
import { DisplayNameField, JoinForm } from '#features/accounts/sign-up/join-form.tsx'
import { NewPasswordFields } from '#features/accounts/sign-up/new-password.tsx'
import { clearReferrer, currentReferrer } from '#features/accounts/sign-up/referral.ts'
import { checkSignup, isIncomplete, signupFields } from '#features/accounts/sign-up/signup-check.ts'
import { saveChosenCity } from '#features/places/chosen.ts'
import { AppleButton } from '#features/sign-in-with-apple/apple-button.tsx'

export const handle: Handle = {
  title: 'Join',
  description: 'Join Yolo: save your three favorites of every kind and upvote the best near you.',
}

const incompleteMessage = 'Please fill in all fields and ensure passwords match.'

export function Component() {
  const { isLogged } = useSession()
  const { search } = useLocation()
  const toast = useToast()
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
        check={(typed) => {
          const errors = checkSignup(typed)
          if (isIncomplete(errors)) toast({ text: incompleteMessage, seconds: 2 })
          return errors
        }}
        join={async (answers, { userName, email, password }) => {
          const referer = currentReferrer(search)
          beginSession(
            await api('POST /register', { ...answers, userName, email, password, referer }),
          )
          clearReferrer()
          // As short as a line on a phone. My Page says more.
          toast('Welcome! We sent you a mail.')
          // Saves the place that was chosen before the account existed.
          void saveChosenCity()
        }}
        renderFields={({ field }) => (
          <>
            <DisplayNameField {...field('userName')} />
            <EmailField {...field('email')} label="E-mail" />
            <NewPasswordFields label="Password" field={field} />
          </>
        )}
      >
        <AppleButton or next={new URLSearchParams(search).get('next')} />
      </JoinForm>
    </AccountPage>
  )
}
