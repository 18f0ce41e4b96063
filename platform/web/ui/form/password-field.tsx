import { useState } from 'react'
import { FieldFrame, useFieldIds } from './field-frame.tsx'
import type { FieldProps } from './field.tsx'
import css from './field.module.css'

/** Give `autoComplete="current-password"` or `"new-password"`. */
export function PasswordField({
  label,
  hint,
  error,
  labelHidden,
  optional,
  ...input
}: FieldProps & { autoComplete: 'current-password' | 'new-password' }) {
  const texts = { label, hint, error, labelHidden, optional }
  const { id, control } = useFieldIds(input.id, texts)
  const [shown, setShown] = useState(false)
  return (
    <FieldFrame {...texts} id={id}>
      <div className={css.withButton}>
        <input
          {...input}
          {...control}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          className={css.control}
        />
        <button
          type="button"
          className={css.reveal}
          aria-pressed={shown}
          aria-controls={id}
          onClick={() => setShown(!shown)}
        >
          Show<span className="visually-hidden"> password</span>
        </button>
      </div>
    </FieldFrame>
  )
}
