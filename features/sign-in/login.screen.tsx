import { Navigate, useLocation } from 'react-router'
import { Link } from '#platform/web/link.tsx'
import type { Handle } from '#platform/web/screen.tsx'
import { useSession } from '#platform/web/session.ts'
import { wayBack } from '#platform/web/way-back.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import css from '#features/accounts/profile/account-page.module.css'
import { AccountPage } from '#features/accounts/profile/account-page.tsx'
import { AppleButton } from '#features/sign-in-with-apple/apple-button.tsx'
import { AppleNewcomer } from '#features/sign-in-with-apple/newcomer.tsx'
import { carrying } from '#features/accounts/sessions/open-session.ts'
import { useAppleLanding } from '#features/sign-in-with-apple/use-landing.ts'
import { LoginForm } from './login-form.tsx'

export const handle: Handle = { title: 'Log in', head: () => ({ noindex: true }) }

export function Component() {
  const { isLogged } = useSession()
  const { search } = useLocation()
  const apple = useAppleLanding()
  if (isLogged) return <Navigate to={wayBack(search)} replace />
  if (apple.join) return <AppleNewcomer join={apple.join} />
  return (
    <AccountPage
      title="Welcome Back!"
      aside={
        <p>
          New here? <Link to={carrying('/signup', search)}>New Members - Join</Link>
        </p>
      }
    >
      <Banner
        tone="bad"
        action={
          apple.again && (
            <Button look="secondary" size="small" onClick={apple.again}>
              Try again
            </Button>
          )
        }
      >
        {apple.problem}
      </Banner>
      <output className={apple.busy ? css.working : 'visually-hidden'}>
        {apple.busy && 'Signing you in with Apple…'}
      </output>
      {!apple.busy && (
        <>
          <LoginForm />
          <AppleButton or next={new URLSearchParams(search).get('next')} />
        </>
      )}
    </AccountPage>
  )
}
