import type { ComponentType } from 'react'
import { Navigate, useLocation } from 'react-router'
import styles from './browser-only.module.css'
import { useSession } from './session/session.ts'
import { useHydrated } from './storage/stored.ts'
import { loginPathReturningTo } from './navigation/next-path.ts'

/** The content that the server sends for a page that only the browser can render. */
export const LoadingShell = () => <output className={styles.waiting}>Loading…</output>

export const browserOnly = (Screen: ComponentType) =>
  function BrowserOnly() {
    return useHydrated() ? <Screen /> : <LoadingShell />
  }

export const membersOnly = (Screen: ComponentType) =>
  function MembersOnly() {
    const { isLogged } = useSession()
    const location = useLocation()
    if (!useHydrated()) return <LoadingShell />
    return isLogged ? <Screen /> : <Navigate to={loginPathReturningTo(location)} replace />
  }
