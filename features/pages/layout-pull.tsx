import { useEffect, useEffectEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { forceRevalidation } from '#platform/web/navigation/forced-revalidation.ts'
import styles from './layout.module.css'

/** Distance in px by which the page must be pulled down to be loaded again. */
const enough = 90

/**
 * Loads the page's data again if the reader pulls its top down. Only for an app installed on iOS: everywhere else the
 * browser does this itself. What was typed on the page stays.
 */
export function PullToRefresh() {
  const { revalidate } = useRevalidator()
  const [pulled, setPulled] = useState(false)
  const refresh = useEffectEvent(() => {
    setPulled(true)
    void forceRevalidation(revalidate).finally(() => setPulled(false))
  })
  useEffect(() => {
    // Only Safari on iOS has this property.
    if (!('standalone' in navigator) || navigator.standalone !== true) return undefined
    let from: number | null = null
    const begin = ({ touches, target }: TouchEvent) => {
      const isPage = scrollY <= 0 && touches.length === 1 && !(target as Element).closest('dialog')
      from = isPage ? touches[0]!.clientY : null
    }
    const end = ({ changedTouches }: TouchEvent) => {
      const pull = from === null ? 0 : changedTouches[0]!.clientY - from
      from = null
      if (pull > enough && scrollY <= 0) refresh()
    }
    addEventListener('touchstart', begin, { passive: true })
    addEventListener('touchend', end, { passive: true })
    return () => {
      removeEventListener('touchstart', begin)
      removeEventListener('touchend', end)
    }
  }, [])
  return (
    <>
      {pulled && <div className={styles.pending} />}
      <output className="visually-hidden">{pulled ? 'Loading…' : ''}</output>
    </>
  )
}
