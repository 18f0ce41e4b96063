import { type ReactNode, useId } from 'react'
import css from './field.module.css'

export type FieldTexts = {
  /** Always shown above the control. */
  label: ReactNode
  hint?: ReactNode
  error?: string | null
  /** Hides the label except from screen readers. Use it only if the screen already shows the same text. */
  labelHidden?: boolean
  optional?: boolean
}

/** Splits a field's props into the frame's and the control's own, and adds attributes that connect the two. */
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

/** Renders label, hint, control and error, in the same order on the screen and for screen readers. */
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
