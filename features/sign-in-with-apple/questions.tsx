import { useLocation } from 'react-router'
import { Link } from '#platform/web/navigation/link.tsx'
import { useForm } from '#platform/web/form.ts'
import { PasswordField } from '#platform/web/ui/form/field.tsx'
import { AccountForm } from '#features/accounts/profile/account-form.tsx'
import { AccountPage } from '#features/accounts/profile/account-page.tsx'
import { withReturnParams } from '#features/accounts/sessions/sessions.ts'
import { DisplayNameField, JoinForm } from '#features/accounts/sign-up/join-form.tsx'
import { checkUserName } from '#features/accounts/sign-up/signup-check.ts'
import type { useReturnFromApple } from './use-landing.ts'

type Asks = NonNullable<ReturnType<typeof useReturnFromApple>['asks']>

/** Asks a person that Apple has identified for what Apple doesn't report. */
export const AppleQuestions = (asks: Asks) =>
  asks.needs === 'password' ? <LinkForm {...asks} /> : <AppleSignUpForm {...asks} />

/** Asks a newcomer for their age, and whether the name that Apple reports may be shown to everyone. */
function AppleSignUpForm({ suggestedName, logIn }: Asks) {
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
        renderFields={({ field }) => (
          <DisplayNameField {...field('userName')} defaultValue={suggestedName} />
        )}
        join={(answers, { userName }) => logIn({ ...answers, userName })}
      />
    </AccountPage>
  )
}

/** Asks for the password of the account that has the e-mail which Apple reports. */
function LinkForm({ logIn }: Asks) {
  const form = useForm({
    names: ['password'],
    check: ({ password }) => (password ? {} : { password: 'Please enter your password.' }),
    send: ({ password }) => logIn({ password }),
  })
  return (
    <AccountPage
      title="You have an account already"
      lead="Your e-mail at Apple is that of an account here. Enter the account’s password once, and Apple opens it from then on."
      aside={<Link to="/forgot-password">Forgot Password?</Link>}
    >
      <AccountForm form={form} submit="Log in and link Apple" busyLabel="Logging you in…">
        <PasswordField
          {...form.field('password')}
          label="Password"
          autoComplete="current-password"
        />
      </AccountForm>
    </AccountPage>
  )
}
