import { useLocation } from 'react-router'
import { Link } from '#platform/web/navigation/link.tsx'
import { AccountPage } from '#features/accounts/profile/account-page.tsx'
import { withReturnParams } from '#features/accounts/sessions/open-session.ts'
import { DisplayNameField } from '#features/accounts/sign-up/display-name-field.tsx'
import {
  JoinForm,
  type JoinAnswers,
  type SignUpFormState,
} from '#features/accounts/sign-up/join-form.tsx'
import { type BirthFieldName, checkUserName } from '#features/accounts/sign-up/signup-check.ts'

export type AppleAnswers = JoinAnswers & { userName: string }

type Props = { suggestedName: string; join: (answers: AppleAnswers) => Promise<void> }

const fieldsWith =
  (suggestedName: string) =>
  ({ field }: SignUpFormState<'userName' | BirthFieldName>) => (
    <DisplayNameField {...field('userName')} defaultValue={suggestedName} />
  )

/**
 * Asks a newcomer whom Apple has identified for everything that Apple doesn't report, and whether the name that it
 * reports may be shown to everyone.
 */
export function AppleSignUpForm({ suggestedName, join }: Props) {
  const { search } = useLocation()
  return (
    <AccountPage
      title="Almost Done!"
      lead="You are new here: two questions, and you’re in."
      aside={
        <p>
          A member already?{' '}
          <Link to={withReturnParams('/login', search)}>Current Members - Log In</Link>
        </p>
      }
    >
      <JoinForm
        names={['userName']}
        check={checkUserName}
        fields={fieldsWith(suggestedName)}
        join={(answers, { userName }) => join({ ...answers, userName })}
      />
    </AccountPage>
  )
}
