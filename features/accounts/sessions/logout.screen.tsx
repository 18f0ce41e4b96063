import { useEffect, useState } from 'react'
import { Navigate } from 'react-router'
import { api } from '#platform/web/api/api.ts'
import { Waiting } from '#platform/web/browser-only.tsx'
import type { Handle } from '#platform/web/screen.tsx'
import { endSession, session } from '#platform/web/session.ts'

export const handle: Handle = { title: 'Log out', browserOnly: true }

/** Ends the session here whatever the server says: who taps Logout on a train is logged out. */
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
  return done ? <Navigate to="/home" replace /> : <Waiting />
}
