import { useState } from 'react'
import { FieldFrame, useField } from './field-frame.tsx'
import type { FieldProps } from './field.tsx'
import css from './field.module.css'

/** A password field with a button that shows the password. */
export function PasswordField(
  props: FieldProps & { autoComplete: 'current-password' | 'new-password' },
) {
  const { id, frame, control, own } = useField(props)
  const [shown, setShown] = useState(false)
  return (
    <FieldFrame {...frame}>
      <div className={css.withButton}>
        <input
          {...own}
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
