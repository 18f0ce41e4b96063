import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { noteReferrer } from '#features/accounts/sign-up/referral.ts'
import styles from './layout.module.css'

/**
 * What a page load does by itself and a change of page within the browser doesn't: it shows that something is
 * on its way (after 150 ms), says which page has come, and begins the keyboard's way at its content.
 */
export function Arrival() {
  const { pathname, search } = useLocation()
  const waiting = useLate(useNavigation().state !== 'idle', 150)
  const before = useRef(pathname)
  const [arrived, setArrived] = useState('')

  useEffect(() => noteReferrer(search), [search])

  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    setArrived(document.title)
    const content = document.getElementById('content')
    // A field of the new page that asked for the focus keeps it.
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
