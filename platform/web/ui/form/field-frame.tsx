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

/** A field's props in three parts: for its frame, the ids that tie the control to the frame, and the control's own. */
export function useField<Props extends FieldTexts & { id?: string }>(
  { label, hint, error, labelHidden, optional, ...own }: Props,
  counter = false,
) {
  const given = useId()
  const id = own.id ?? given
  const parts = [hint && `${id}-hint`, error && `${id}-error`, counter && `${id}-left`]
  return {
    id,
    frame: { id, label, hint, error, labelHidden, optional },
    control: {
      id,
      'aria-describedby': parts.filter(Boolean).join(' ') || undefined,
      'aria-invalid': error ? (true as const) : undefined,
    },
    own,
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
