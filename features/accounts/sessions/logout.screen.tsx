import { useEffect, useState } from 'react'
import { Navigate } from 'react-router'
import { api } from '#platform/web/api/api.ts'
import { LoadingShell } from '#platform/web/browser-only.tsx'
import type { Handle } from '#platform/web/screen.tsx'
import { endSession, session } from '#platform/web/session.ts'

export const handle: Handle = { title: 'Log out', browserOnly: true }

/** Ends the session in this browser even if the request fails, so that logging out works without a connection. */
async function logOut() {
  if (!session().isLogged) return
  await api('POST /logout', {}).catch(() => undefined)
  endSession()
}

export function Component() {
  const [done, setDone] = useState(false)
  useEffect(() => {
    void logOut().then(() => setDone(true))
  }, [])
  return done ? <Navigate to="/home" replace /> : <LoadingShell />
}
