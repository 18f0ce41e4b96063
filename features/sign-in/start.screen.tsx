import { Navigate, useLocation } from 'react-router'
import type { Handle } from '#platform/web/screen.tsx'
import { useSession } from '#platform/web/session/session.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import { nextPath } from '#platform/web/navigation/next-path.ts'
import { AccountPage } from '#features/accounts/profile/account-page.tsx'
import { AppleButton } from '#features/sign-in-with-apple/apple-button.tsx'
import { withReturnParams } from '#features/accounts/sessions/sessions.ts'

export const handle: Handle = { title: 'Almost done', head: () => ({ noindex: true }) }

export function Component() {
  const { isLogged } = useSession()
  const { search } = useLocation()
  if (isLogged) return <Navigate to={nextPath(search)} replace />
  return (
    <AccountPage
      title="Almost Done!"
      lead="Log in or join, and your favorites, your upvotes and your page are yours to keep."
    >
      <Stack gap={3}>
        <LinkButton to={withReturnParams('/user-login', search)} wide>
          Current Members - Log In
        </LinkButton>
        <LinkButton to={withReturnParams('/signup', search)} variant="secondary" wide>
          New Members - Join
        </LinkButton>
        <AppleButton next={new URLSearchParams(search).get('next')} />
      </Stack>
    </AccountPage>
  )
}
