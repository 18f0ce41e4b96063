import { useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { LoadingShell } from '#platform/web/browser-only.tsx'
import type { Handle } from '#platform/web/screen.tsx'
import { session, useSession } from '#platform/web/session/session.ts'
import { readerLocale } from '#platform/web/reader-locale.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import { AccountPage } from '../profile/account-page.tsx'
import { isLogoutState, type LogoutState } from './departure.ts'
import { logOut } from './log-out.ts'

export const handle: Handle = { title: 'Log out', browserOnly: true }

export function Component() {
  const { state } = useLocation()
  const left = isLogoutState(state) ? state : null
  // A tab that is loaded again, as phones do by themselves, must not log out who has logged in since, nor say what
  // such a log-in has undone.
  const [isOver] = useState(left?.isOver === true)
  const { isLogged } = useSession()
  const navigate = useNavigate()
  const toast = useToast()
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (isOver || done) return
    const leave = async () => {
      const was = session().isLogged
      if (was) await logOut()
      // An admin who acted as another user is themselves again.
      const text = session().isLogged ? 'You are yourself again.' : 'You are logged out.'
      if (was && !left) toast({ text, tone: 'good' })
      if (left) await navigate('', { replace: true, state: { ...left, isOver: true } })
      setDone(true)
    }
    void leave()
  }, [isOver, done, left, navigate, toast])
  if (isOver || (done && isLogged)) return <Navigate to="/home" replace />
  if (!done) return <LoadingShell />
  return left ? <Goodbye left={left} /> : <Navigate to="/home" replace />
}

/** Says what becomes of an account that its member deleted or disabled. */
function Goodbye({ left }: { left: LogoutState }) {
  const day = new Intl.DateTimeFormat(readerLocale(), { dateStyle: 'medium' })
  return left.left === 'deleted' ? (
    <AccountPage title="Your account is being deleted">
      <Banner tone="good">
        It is hidden now, and gone for good on {day.format(new Date(left.deleteAt))}, with your
        favorites, photos, upvotes and reports. You are logged out everywhere.
      </Banner>
      <p>If you log in before that day, your account stays as it was.</p>
      <LinkButton to="/home">To the home page</LinkButton>
    </AccountPage>
  ) : (
    <AccountPage title="Your account is disabled">
      <Banner tone="good">Your page is hidden, and you are logged out everywhere.</Banner>
      <p>Logging in brings all of it back.</p>
      <LinkButton to="/home">To the home page</LinkButton>
    </AccountPage>
  )
}
