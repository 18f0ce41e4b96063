import { type ComponentType, type InputEvent, useRef, useState } from 'react'
import { PasswordField, type FieldProps } from '#platform/web/ui/form/field.tsx'
import { useForm } from '#platform/web/form.ts'
import { Username } from '../credentials/username.tsx'
import { AccountForm } from './account-form.tsx'
import css from './account-page.module.css'

const names = ['once', 'again', 'password'] as const

/** A form whose value is entered twice. The button is disabled until both entries are the same. */
export function ConfirmedValueForm({
  as: Input,
  what,
  label,
  again,
  button,
  autoComplete,
  hint,
  proof = null,
  save,
}: {
  as: ComponentType<FieldProps>
  what: string
  label: string
  again: string
  button: string
  autoComplete: string
  hint?: string
  /** The e-mail of the account whose password is asked for, too; null for none. */
  proof?: string | null
  /** Resolves to the text that is shown on success. */
  save: (value: string, password: string) => Promise<string>
}) {
  const [typed, setTyped] = useState({ once: '', again: '' })
  const [success, setSuccess] = useState<string | null>(null)
  const box = useRef<HTMLFormElement>(null)
  const isSame = typed.once.trim() !== '' && typed.once === typed.again
  const form = useForm({
    names,
    prefix: `${what}-`,
    asksToLeave: true,
    check: ({ once, again, password }) => ({
      ...(once.trim() && once === again ? {} : { again: 'Both entries must be the same.' }),
      ...(proof !== null && !password ? { password: 'Please enter your password.' } : {}),
    }),
    async send({ once, password }) {
      setSuccess(null)
      setSuccess(await save(once.trim(), password))
      box.current?.reset()
      setTyped({ once: '', again: '' })
    },
  })
  const field = (name: 'once' | 'again') => ({
    ...form.field(name),
    autoComplete,
    onInput: ({ currentTarget }: InputEvent<HTMLInputElement>) =>
      setTyped((before) => ({ ...before, [name]: currentTarget.value })),
  })
  return (
    <AccountForm
      ref={box}
      form={form}
      amongOthers
      disabled={!isSame}
      submit={button}
      success={success}
      below={
        <output className={css.hint}>
          {typed.again !== '' && !isSame && 'The two don’t match yet.'}
        </output>
      }
    >
      <Input {...field('once')} label={label} hint={hint} />
      <Input {...field('again')} label={again} />
      {proof !== null && (
        <>
          <Username email={proof} />
          <PasswordField
            {...form.field('password')}
            label="Your password, to make sure that it’s you"
            autoComplete="current-password"
          />
        </>
      )}
    </AccountForm>
  )
}
