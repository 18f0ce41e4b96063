import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { storeReferrer } from '#features/accounts/sign-up/referral.ts'
import styles from './layout.module.css'

/**
 * Does what browsers do for a page load but not for a navigation within the page. It
 * shows that something is loading (after 150 ms), announces the new page's title, and moves the focus to its content.
 */
export function NavigationAnnouncer() {
  const { pathname, search } = useLocation()
  const { location: next } = useNavigation()
  const waiting = useLate(next !== undefined, 150)
  const before = useRef(pathname)
  const [arrived, setArrived] = useState('')

  useEffect(() => storeReferrer(search), [search])

  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    setArrived(document.title)
    const content = document.getElementById('content')
    // A field of the new page that took the focus keeps it.
    if (!content?.contains(document.activeElement)) content?.focus({ preventScroll: true })
  }, [pathname])

  return (
    <>
      {waiting && <div className={styles.pending} />}
      <output className="visually-hidden">{waiting ? 'Loading…' : arrived}</output>
    </>
  )
}

function useLate(busy: boolean, after: number): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!busy) return
    const timer = setTimeout(() => setLate(true), after)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [busy, after])
  return late
}
