import { Navigate, useLocation } from 'react-router'
import { Link } from '#platform/web/link.tsx'
import type { Handle } from '#platform/web/screen.tsx'
import { useSession } from '#platform/web/session.ts'
import { wayBack } from '#platform/web/way-back.ts'
import { AccountPage } from './account-page.tsx'
import { carrying } from './begin.ts'
import { LoginForm } from './login-form.tsx'

export const handle: Handle = { title: 'Log in', head: () => ({ noindex: true }) }

export function Component() {
  const { isLogged } = useSession()
  const { search } = useLocation()
  if (isLogged) return <Navigate to={wayBack(search)} replace />
  return (
    <AccountPage
      title="Welcome Back!"
      aside={
        <p>
          New here? <Link to={carrying('/signup', search)}>New Members - Join</Link>
        </p>
      }
    >
      <LoginForm />
    </AccountPage>
  )
}
