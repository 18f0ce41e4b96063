import { useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { type Handle, LoadingShell } from '#platform/web/screen.tsx'
import { session } from '#platform/web/session/session.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import { AccountPage } from '../profile/account-page.tsx'
import type { Departure } from '../profile/leave.tsx'
import { logOut } from './sessions.ts'

export const handle: Handle = { title: 'Log out', browserOnly: true }

const goodbyes: Record<Departure, { title: string; text: string }> = {
  deleted: {
    title: 'Your account is deleted',
    text: 'It is gone, with your favorites, photos, upvotes, follows and reports.',
  },
  disabled: {
    title: 'Your account is disabled',
    text: 'Your page is hidden, and you are logged out everywhere. Logging in brings all of it back.',
  },
}

export function Component() {
  const left = useLocation().state as Departure | null
  const goodbye = left ? goodbyes[left] : undefined
  const toast = useToast()
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (done) return
    const leave = async () => {
      const was = session().isLogged
      await logOut()
      // An admin who acted as another user is themselves again.
      const text = session().isLogged ? 'You are yourself again.' : 'You are logged out.'
      if (was && !goodbye) toast(text)
      setDone(true)
    }
    void leave()
  }, [done, goodbye, toast])
  if (!done) return <LoadingShell />
  if (!goodbye) return <Navigate to="/home" replace />
  return (
    <AccountPage title={goodbye.title}>
      <Banner tone="good">{goodbye.text}</Banner>
      <LinkButton to="/home">To the home page</LinkButton>
    </AccountPage>
  )
}
