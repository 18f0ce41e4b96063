import { useEffect, useState } from 'react'
import { countWithNoun } from '#platform/text/plural.ts'
import css from './field.module.css'

/** Shows how many characters are left. Screen readers announce it only after a pause in typing. */
export function CharacterCounter({ id, left }: { id: string; left: number }) {
  const [spoken, setSpoken] = useState('')
  const text =
    left < 0
      ? `${countWithNoun(-left, 'character')} too many`
      : `${countWithNoun(left, 'character')} left`
  useEffect(() => {
    const timer = setTimeout(() => setSpoken(text), 1000)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <div className={css.counter} data-over={left < 0 || undefined}>
      <span id={id}>{text}</span>
      <span aria-live="polite" className="visually-hidden">
        {spoken}
      </span>
    </div>
  )
}
