import type { ComponentProps } from 'react'
import { FieldFrame, type FieldWords, useFieldIds } from './field-frame.tsx'
import css from './field.module.css'

export type FieldProps = FieldWords & Omit<ComponentProps<'input'>, 'className'>

/** One line of text, an e-mail address, a number, a date … Say `autoComplete` wherever a browser could help. */
export function Field({ label, hint, error, labelHidden, optional, ...input }: FieldProps) {
  const words = { label, hint, error, labelHidden, optional }
  const { id, control } = useFieldIds(input.id, words)
  return (
    <FieldFrame {...words} id={id}>
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

export type SelectFieldProps = FieldWords & Omit<ComponentProps<'select'>, 'className'>

/** `children` are the options. */
export function SelectField({
  label,
  hint,
  error,
  labelHidden,
  optional,
  ...select
}: SelectFieldProps) {
  const words = { label, hint, error, labelHidden, optional }
  const { id, control } = useFieldIds(select.id, words)
  return (
    <FieldFrame {...words} id={id}>
      <select {...select} {...control} className={css.control} />
    </FieldFrame>
  )
}
