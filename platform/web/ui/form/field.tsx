import { type ComponentProps, type ReactNode, useEffect, useId, useState } from 'react'
import { countCharacters } from '#platform/text/characters.ts'
import { countWithNoun } from '#platform/text/plural.ts'
import css from './field.module.css'

export type FieldTexts = {
  /** Always shown above the control. */
  label: ReactNode
  hint?: ReactNode
  error?: string | null
  /** Hides the label except from screen readers. Use it only if the screen already shows the same text. */
  labelHidden?: boolean
  optional?: boolean
  id?: string
}

/** Splits a field's props into the frame's and the control's own, and adds attributes that connect the two. */
export function useField<Props extends FieldTexts>(
  { label, hint, error, labelHidden, optional, ...own }: Props,
  hasCounter = false,
) {
  const given = useId()
  const id = own.id ?? given
  const parts = [hint && `${id}-hint`, error && `${id}-error`, hasCounter && `${id}-left`]
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

type FrameProps = FieldTexts & { children: ReactNode }

/** Renders label, hint, control and error, in the same order on the screen and for screen readers. */
export const FieldFrame = ({ id, label, hint, error, children, ...props }: FrameProps) => (
  <div className={css.field}>
    <label
      id={`${id}-label`}
      htmlFor={id}
      className={props.labelHidden ? 'visually-hidden' : css.label}
    >
      {label}
      {props.optional && <span className={css.optional}> (optional)</span>}
    </label>
    {hint && (
      <p id={`${id}-hint`} className="quiet">
        {hint}
      </p>
    )}
    {children}
    {error && (
      <p id={`${id}-error`} className="problem">
        {error}
      </p>
    )}
  </div>
)

export type FieldProps = FieldTexts &
  ComponentProps<'input'> & {
    /** Maximum number of characters, needs `value`. The field shows how many are left and never cuts longer text. */
    limit?: number
  }

/** A one-line input for a text, number, date and so on. Set `autoComplete` wherever the browser could help. */
export function Field({ limit, ...props }: FieldProps) {
  const { id, frame, control, own } = useField(props, limit !== undefined)
  return (
    <FieldFrame {...frame}>
      <input type="text" {...own} {...control} className={css.control} />
      {limit !== undefined && (
        <CharacterCounter id={id} left={charactersLeft(String(own.value).trim(), limit)} />
      )}
    </FieldFrame>
  )
}

export const EmailField = (props: FieldProps) => (
  <Field
    type="email"
    inputMode="email"
    autoComplete="email"
    autoCapitalize="none"
    spellCheck={false}
    {...props}
  />
)

/** A field with a list of options, which are its `children`. */
export function SelectField(props: FieldTexts & ComponentProps<'select'>) {
  const { frame, control, own } = useField(props)
  return (
    <FieldFrame {...frame}>
      <select {...own} {...control} className={css.control} />
    </FieldFrame>
  )
}

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

type TextAreaProps = FieldTexts &
  Omit<ComponentProps<'textarea'>, 'maxLength' | 'value'> & { maxLength: number; value: string }

/**
 * A text field of several lines that shows how many characters are left. Text over the limit is marked as an error but
 * never cut, so that nothing typed is lost.
 */
export function TextArea({ maxLength, ...props }: TextAreaProps) {
  const { id, frame, control, own } = useField(props, true)
  const left = charactersLeft(own.value, maxLength)
  return (
    <FieldFrame {...frame}>
      <textarea
        rows={4}
        {...own}
        {...control}
        aria-invalid={control['aria-invalid'] ?? (left < 0 || undefined)}
        className={css.control}
      />
      <CharacterCounter id={id} left={left} />
    </FieldFrame>
  )
}

const charactersLeft = (text: string, limit: number) =>
  limit - countCharacters(text.normalize('NFC'))

/** Shows how many characters are left. Screen readers announce it only after a pause in typing. */
function CharacterCounter({ id, left }: { id: string; left: number }) {
  const [spoken, setSpoken] = useState('')
  const what = countWithNoun(Math.abs(left), 'character')
  const text = left < 0 ? `${what} too many` : `${what} left`
  useEffect(() => {
    const timer = setTimeout(() => setSpoken(text), 1000)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <div className={`${css.counter} ${left < 0 ? 'problem' : 'quiet'}`}>
      <span id={`${id}-left`}>{text}</span>
      <span aria-live="polite" className="visually-hidden">
        {spoken}
      </span>
    </div>
  )
}
