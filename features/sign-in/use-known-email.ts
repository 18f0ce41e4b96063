import { useEffect, useRef } from 'react'

/** A form whose empty e-mail is filled in where it is known; what has been typed meanwhile comes first. */
export function useKnownEmail(email: string) {
  const box = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const field = box.current?.elements.namedItem('email')
    if (field instanceof HTMLInputElement && !field.value) field.value = email
  }, [email])
  return box
}
