import { useEffect } from 'react'
import { useSession } from '#platform/web/session/session.ts'
import { storedValue } from '#platform/web/storage/stored.ts'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'

/**
 * What the vote or follow is about that a visitor tapped in this tab before logging in. It is that of the switch, such
 * as 'vote 12' (platform/web/toggle).
 */
export const pendingTap = storedValue<string | null>(
  'pending-tap',
  null,
  (json) => json as string,
  { storage: () => sessionStorage },
)

type Tap = { about: string; off: boolean; flip: () => void; turnOff: () => void; text: string }

/**
 * Makes the pending tap on this switch once the visitor is a member, and tells them, because they may have joined for
 * another reason, minutes after the tap. If `off`, the tap is dropped.
 */
export function usePendingTap({ about, off, flip, turnOff, text }: Tap) {
  const { isLogged } = useSession()
  const toast = useToast()
  useEffect(() => {
    if (!isLogged || pendingTap.get() !== about) return
    pendingTap.remove()
    if (off) return
    flip()
    toast({ text, action: { label: 'Undo', onPress: turnOff } })
  })
}
