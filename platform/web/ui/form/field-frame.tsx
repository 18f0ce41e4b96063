import { type ReactNode, useId } from 'react'
import css from './field.module.css'

export type FieldTexts = {
  /** Stays above the control at all times. */
  label: ReactNode
  hint?: ReactNode
  error?: string | null
  /** The label is read, not seen: only where the screen around says the same. */
  labelHidden?: boolean
  optional?: boolean
}

/** Ids that tie label, hint, error and counter to their control. */
export function useFieldIds(id: string | undefined, { hint, error }: FieldTexts, counter = false) {
  const own = useId()
  const base = id ?? own
  const parts = [hint && `${base}-hint`, error && `${base}-error`, counter && `${base}-left`]
  return {
    id: base,
    control: {
      id: base,
      'aria-describedby': parts.filter(Boolean).join(' ') || undefined,
      'aria-invalid': error ? (true as const) : undefined,
    },
  }
}

/** Label, hint, control, error: in this order for the eye and for a screen reader. */
export function FieldFrame({
  id,
  label,
  hint,
  error,
  labelHidden,
  optional,
  children,
  after,
}: FieldTexts & { id: string; children: ReactNode; after?: ReactNode }) {
  return (
    <div className={css.field} data-invalid={error ? true : undefined}>
      <label
        id={`${id}-label`}
        htmlFor={id}
        className={labelHidden ? 'visually-hidden' : css.label}
      >
        {label}
        {optional && <span className={css.optional}> (optional)</span>}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={css.hint}>
          {hint}
        </p>
      )}
      {children}
      {error && (
        <p id={`${id}-error`} className={css.error}>
          {error}
        </p>
      )}
      {after}
    </div>
  )
}
