import { useEffect, useRef } from 'react'

/** Returns a ref for a form whose e-mail field is filled with `email` unless something was typed already. */
export function useEmailPrefill(email: string) {
  const box = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const field = box.current?.elements.namedItem('email')
    if (field instanceof HTMLInputElement && !field.value) field.value = email
  }, [email])
  return box
}
