import { type InputEvent, useState } from 'react'
import { PasswordField, type FieldProps } from '#platform/web/ui/form/field.tsx'
import { passwordMismatchMessage } from './signup-check.ts'

type Names = 'password' | 'confirm'
type Props = { label?: string; field: (name: Names) => Pick<FieldProps, 'id' | 'name' | 'error'> }

/** Two fields for a new password. A hint appears while typing if they differ. */
export function NewPasswordFields({ label = 'New password', field }: Props) {
  const [unlike, setUnlike] = useState(false)
  const compare = ({ currentTarget: { form } }: InputEvent<HTMLInputElement>) => {
    const typed = new FormData(form!)
    const confirm = typed.get('confirm')
    setUnlike(confirm !== '' && confirm !== typed.get('password'))
  }
  const confirm = field('confirm')
  return (
    <>
      <PasswordField
        {...field('password')}
        onInput={compare}
        label={label}
        hint="8 characters or more."
        autoComplete="new-password"
      />
      <PasswordField
        {...confirm}
        onInput={compare}
        error={unlike ? passwordMismatchMessage : confirm.error}
        label="Confirm password"
        autoComplete="new-password"
      />
    </>
  )
}
