import { useEffect } from 'react'
import { useSession } from '#platform/web/session/session.ts'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'

/**
 * Storage key of a vote or follow that a visitor tapped before logging in. It is valid once, in this tab, for half an
 * hour.
 */
const key = 'pending-tap'
const lasts = 30 * 60 * 1000

/** `about` is that of the switch, such as 'vote 12' (platform/web/toggle). */
export function storePendingTap(about: string) {
  sessionStorage.setItem(key, JSON.stringify([about, Date.now()]))
}

export const clearPendingTap = () => sessionStorage.removeItem(key)

/** Takes the pending tap if it is for this switch. Returns whether there was one and it is still valid. */
function takePendingTap(about: string): boolean {
  try {
    const [kept, at] = JSON.parse(sessionStorage.getItem(key) ?? '[]') as [string?, number?]
    if (kept !== about) return false
    clearPendingTap()
    return Date.now() - Number(at) < lasts
  } catch {
    return false
  }
}

type Tap = { about: string; off: boolean; flip: () => void; turnOff: () => void; text: string }

/**
 * Makes the pending tap on this switch once the visitor is a member, and tells them, because they may have joined for
 * another reason, minutes after the tap. If `off`, the tap is dropped.
 */
export function usePendingTap({ about, off, flip, turnOff, text }: Tap) {
  const { isLogged } = useSession()
  const toast = useToast()
  useEffect(() => {
    if (!isLogged || !takePendingTap(about) || off) return
    flip()
    toast({ text, about, action: { label: 'Undo', onPress: turnOff } })
  })
}
