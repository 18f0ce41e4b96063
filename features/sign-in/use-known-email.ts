import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '#platform/web/session/session.ts'

/**
 * Returns a ref for a form whose e-mail field is filled, unless something was typed or is about to be, with the `known`
 * e-mail, else with the one that the page before has passed on, or with that of the last log-in. It is passed in the history
 * entry, because in the address it would end up in logs.
 */
export function useEmailPrefill(known?: string) {
  const { state } = useLocation()
  const { email: last } = useSession()
  const passed = (state as { email?: unknown } | null)?.email
  const email = known ?? (typeof passed === 'string' && passed !== '' ? passed : last)
  const box = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const field = box.current?.elements.namedItem('email')
    // Who is in the field already would type behind the address.
    const isFree =
      field instanceof HTMLInputElement &&
      !field.value &&
      field.ownerDocument.activeElement !== field
    if (isFree) field.value = email
  }, [email])
  return box
}
