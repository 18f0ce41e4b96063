import { useEffect, useRef } from 'react'
import { answersKey } from './forget-answers.ts'

/** The fields whose values are kept. Passwords never are. */
const names = ['userName', 'email'] as const

type Kept = Partial<Record<(typeof names)[number], string>>

function read(): Kept {
  try {
    return (JSON.parse(sessionStorage.getItem(answersKey) ?? 'null') as Kept | null) ?? {}
  } catch {
    return {}
  }
}

function write(kept: Kept) {
  try {
    sessionStorage.setItem(answersKey, JSON.stringify(kept))
  } catch {
    // Without storage, nothing is kept.
  }
}

/**
 * Returns a ref for the sign-up form, whose display name and e-mail then stay in this tab until the
 * account exists, as after a reload or a look at the log-in page.
 */
export function useKeptAnswers() {
  const box = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const form = box.current
    if (!form) return undefined
    const fields = names.flatMap((name) => {
      const field = form.elements.namedItem(name)
      return field instanceof HTMLInputElement ? { name, field } : []
    })
    const kept = read()
    for (const { name, field } of fields)
      if (field.value === field.defaultValue) field.value = kept[name] || field.defaultValue
    // A suggested name isn't kept: another person's may follow in this tab.
    const answer = ({ value, defaultValue }: HTMLInputElement) =>
      value === defaultValue ? '' : value
    const keep = () =>
      write(Object.fromEntries(fields.map(({ name, field }) => [name, answer(field)])))
    // Something may have been typed before this page's scripts ran.
    keep()
    form.addEventListener('input', keep)
    return () => form.removeEventListener('input', keep)
  }, [])
  return box
}
