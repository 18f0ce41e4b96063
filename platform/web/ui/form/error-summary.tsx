import { useEffect, useRef } from 'react'
import css from './error-summary.module.css'

export type FormError = {
  message: string
  /** The id of the field it belongs to. */
  field?: string
}

/** Shown above a form after a failed submit: takes the focus and links to each field. */
export function ErrorSummary({
  errors,
  round = 0,
}: {
  errors: readonly FormError[]
  /** Another with each try to send, which takes the focus: a corrected entry disappears without an announcement. */
  round?: number
}) {
  const box = useRef<HTMLDivElement>(null)
  const some = errors.length > 0
  const taken = useRef(0)
  useEffect(() => {
    if (!some || taken.current === round) return
    taken.current = round
    box.current?.focus()
  }, [some, round])
  if (!some) return null
  return (
    <div ref={box} role="alert" tabIndex={-1} className={css.box}>
      <h2 className={css.title}>Please check this</h2>
      <ul className={css.list}>
        {errors.map(({ message, field }) => (
          <li key={`${field}${message}`}>
            {field ? (
              <a href={`#${field}`} onClick={(event) => focusField(event, field)}>
                {message}
              </a>
            ) : (
              message
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function focusField(event: { preventDefault(): void }, id: string) {
  const field = document.getElementById(id)
  if (!field) return
  event.preventDefault()
  field.focus()
  field.scrollIntoView({ block: 'center' })
}
