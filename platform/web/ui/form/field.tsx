import type { ComponentProps } from 'react'
import { characters } from '#platform/text/characters.ts'
import { Counter } from './counter.tsx'
import { FieldFrame, type FieldTexts, useFieldIds } from './field-frame.tsx'
import css from './field.module.css'

export type FieldProps = FieldTexts &
  Omit<ComponentProps<'input'>, 'className'> & {
    /** Counts down to it while one types, with a `value`. More is kept and said, never cut. */
    limit?: number
  }

/** One line of text, an e-mail address, a number, a date … Say `autoComplete` wherever a browser could help. */
export function Field({ label, hint, error, labelHidden, optional, limit, ...input }: FieldProps) {
  const texts = { label, hint, error, labelHidden, optional }
  const { id, control } = useFieldIds(input.id, texts, limit !== undefined)
  const text = typeof input.value === 'string' ? input.value.trim().normalize('NFC') : ''
  return (
    <FieldFrame
      {...texts}
      id={id}
      after={limit !== undefined && <Counter id={`${id}-left`} left={limit - characters(text)} />}
    >
      <input type="text" {...input} {...control} className={css.control} />
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
export function SelectField({
  label,
  hint,
  error,
  labelHidden,
  optional,
  ...select
}: SelectFieldProps) {
  const texts = { label, hint, error, labelHidden, optional }
  const { id, control } = useFieldIds(select.id, texts)
  return (
    <FieldFrame {...texts} id={id}>
      <select {...select} {...control} className={css.control} />
    </FieldFrame>
  )
}
