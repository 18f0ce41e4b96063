import { useEffect } from 'react'
import { useSession } from '#platform/web/session.ts'

/**
 * Storage key of a vote or follow that a visitor tapped before logging in. It is valid once, in this tab, for half an
 * hour.
 */
const key = 'pending-tap'
const lasts = 30 * 60 * 1000

/** `about` is that of the switch, such as 'vote 12' (platform/web/toggle). */
export function storePendingTap(about: string) {
  sessionStorage.setItem(key, JSON.stringify({ about, at: Date.now() }))
}

export const clearPendingTap = () => sessionStorage.removeItem(key)

/** Takes the pending tap if it is for this switch. Returns whether there was one and it is still valid. */
function takePendingTap(about: string): boolean {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as unknown
    if (typeof kept !== 'object' || kept === null || !('about' in kept) || !('at' in kept))
      return false
    if (kept.about !== about) return false
    clearPendingTap()
    return Date.now() - Number(kept.at) < lasts
  } catch {
    return false
  }
}

/** Makes the pending tap on this switch once the visitor is a member. If `off`, the tap is dropped. */
export function usePendingTap(about: string, off: boolean, make: () => void) {
  const { isLogged } = useSession()
  useEffect(() => {
    if (isLogged && takePendingTap(about) && !off) make()
  }, [isLogged, about, off, make])
}
