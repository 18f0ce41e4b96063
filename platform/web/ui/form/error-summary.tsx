import { useEffect, useRef } from 'react'
import css from './error-summary.module.css'

export type FormError = {
  message: string
  /** The id of the field that the error belongs to. */
  field?: string
}

type Props = {
  errors: readonly FormError[]
  /** Changes with each attempt to submit, which moves the focus to the summary. */
  round?: number
}

/** Lists a form's errors above it after a failed submit. It takes the focus and links to each field. */
export const ErrorSummary = ({ errors, round = 0 }: Props) =>
  errors.length > 0 && <Summary key={round} errors={errors} />

function Summary({ errors }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} role="alert" tabIndex={-1} className={css.box}>
      <h2>Please check this</h2>
      <ul>
        {errors.map(({ message, field }) => (
          <li key={`${field}${message}`}>
            {field ? <a href={`#${field}`}>{message}</a> : message}
          </li>
        ))}
      </ul>
    </div>
  )
}
