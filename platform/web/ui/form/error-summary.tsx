import { useEffect, useRef } from 'react'
import css from './error-summary.module.css'

type Props = {
  /** Messages, and the ids of the fields that they belong to. */
  errors: readonly { message: string; field: string }[]
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
          <li key={field}>
            <a href={`#${field}`}>{message}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}
