import { type ComponentType, type InputEvent, useRef, useState } from 'react'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { ErrorSummary } from '#platform/web/ui/form/error-summary.tsx'
import { PasswordField, type FieldProps } from '#platform/web/ui/form/field.tsx'
import { Row } from '#platform/web/ui/page/layout.tsx'
import { useForm } from '#platform/web/form.ts'
import { Username } from '../credentials/username.tsx'
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
  const [same, setSame] = useState(false)
  const [unlike, setUnlike] = useState(false)
  const [success, setSuccess] = useState<string | null>(null)
  const box = useRef<HTMLFormElement>(null)
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
      setSame(false)
    },
  })
  const compare = (event: InputEvent<HTMLFormElement>) => {
    form.form.onInput(event)
    const typed = new FormData(event.currentTarget)
    const [once, again] = [typed.get('once'), typed.get('again')]
    setSame(typeof once === 'string' && once.trim() !== '' && once === again)
    setUnlike(again !== '' && once !== again)
  }
  return (
    <form ref={box} {...form.form} onInput={compare} className={css.form}>
      <Banner key={form.attempt} tone={form.error ? 'bad' : 'good'}>
        {form.error?.message ?? success}
      </Banner>
      <ErrorSummary {...form.summary} />
      <Input {...form.field('once')} label={label} hint={hint} autoComplete={autoComplete} />
      <Input {...form.field('again')} label={again} autoComplete={autoComplete} />
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
      <Row>
        <Button type="submit" variant="secondary" disabled={!same} busy={form.busy}>
          {button}
        </Button>
        {/* Next to the button, because it says why the button is disabled. */}
        <output className={css.hint}>{unlike && 'The two don’t match yet.'}</output>
      </Row>
    </form>
  )
}
