import { useLocation } from 'react-router'
import { Link } from '#platform/web/navigation/link.tsx'
import { AccountPage } from '#features/accounts/profile/account-page.tsx'
import { withReturnParams } from '#features/accounts/sessions/open-session.ts'
import { JoinForm, type JoinAnswers } from '#features/accounts/sign-up/join-form.tsx'

/** Asks a newcomer whom Apple has identified for everything that Apple doesn't report. */
export function AppleSignUpForm({ join }: { join: (answers: JoinAnswers) => Promise<void> }) {
  const { search } = useLocation()
  return (
    <AccountPage
      title="Almost Done!"
      lead="You are new here: one question, and you’re in."
      aside={
        <p>
          A member already?{' '}
          <Link to={withReturnParams('/login', search)}>Current Members - Log In</Link>
        </p>
      }
    >
      <JoinForm names={[]} check={() => ({})} join={join} />
    </AccountPage>
  )
}
