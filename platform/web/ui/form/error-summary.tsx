import { useEffect, useRef } from 'react'
import css from './error-summary.module.css'

export type FormError = {
  message: string
  /** The id of the field that the error belongs to. */
  field?: string
}

/** Lists a form's errors above it after a failed submit. It takes the focus and links to each field. */
export function ErrorSummary({
  errors,
  round = 0,
}: {
  errors: readonly FormError[]
  /**
   * Changes with each attempt to submit, which moves the focus to the summary. It doesn't change when an error is
   * corrected, so that the error disappears without an announcement.
   */
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
