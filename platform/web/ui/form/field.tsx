import type { ComponentProps } from 'react'
import { characters } from '#platform/text/characters.ts'
import { Counter } from './counter.tsx'
import { FieldFrame, type FieldTexts, useField } from './field-frame.tsx'
import css from './field.module.css'

export type FieldProps = FieldTexts &
  Omit<ComponentProps<'input'>, 'className'> & {
    /** Counts down to it while one types, with a `value`. More is kept and said, never cut. */
    limit?: number
  }

/** One line of text, an e-mail address, a number, a date … Say `autoComplete` wherever a browser could help. */
export function Field({ limit, ...props }: FieldProps) {
  const { id, frame, control, own } = useField(props, limit !== undefined)
  const text = typeof own.value === 'string' ? own.value.trim().normalize('NFC') : ''
  return (
    <FieldFrame
      {...frame}
      after={limit !== undefined && <Counter id={`${id}-left`} left={limit - characters(text)} />}
    >
      <input type="text" {...own} {...control} className={css.control} />
    </FieldFrame>
  )
}

export function EmailField(props: FieldProps) {
  return (
    <Field
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  )
}

export type SelectFieldProps = FieldTexts & Omit<ComponentProps<'select'>, 'className'>

/** `children` are the options. */
export function SelectField(props: SelectFieldProps) {
  const { frame, control, own } = useField(props)
  return (
    <FieldFrame {...frame}>
      <select {...own} {...control} className={css.control} />
    </FieldFrame>
  )
}
