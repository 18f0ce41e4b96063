import { useEffect } from 'react'
import { useSession } from '#platform/web/session/session.ts'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'

/** Storage key of a vote or follow that a visitor tapped in this tab before logging in. */
const key = 'pending-tap'

/** `about` is that of the switch, such as 'vote 12' (platform/web/toggle). */
export const storePendingTap = (about: string) => sessionStorage.setItem(key, about)

export const clearPendingTap = () => sessionStorage.removeItem(key)

type Tap = { about: string; off: boolean; flip: () => void; turnOff: () => void; text: string }

/**
 * Makes the pending tap on this switch once the visitor is a member, and tells them, because they may have joined for
 * another reason, minutes after the tap. If `off`, the tap is dropped.
 */
export function usePendingTap({ about, off, flip, turnOff, text }: Tap) {
  const { isLogged } = useSession()
  const toast = useToast()
  useEffect(() => {
    if (!isLogged || sessionStorage.getItem(key) !== about) return
    clearPendingTap()
    if (off) return
    flip()
    toast({ text, about, action: { label: 'Undo', onPress: turnOff } })
  })
}
