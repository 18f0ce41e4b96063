import type { ComponentProps } from 'react'
import { countCharacters } from '#platform/text/characters.ts'
import { CharacterCounter } from './counter.tsx'
import { FieldFrame, type FieldTexts, useField } from './field-frame.tsx'
import css from './field.module.css'

export type FieldProps = FieldTexts &
  Omit<ComponentProps<'input'>, 'className'> & {
    /** Maximum number of characters, needs `value`. The field shows how many are left and never cuts longer text. */
    limit?: number
  }

/** A one-line input for a text, number, date and so on. Set `autoComplete` wherever the browser could help. */
export function Field({ limit, ...props }: FieldProps) {
  const { id, frame, control, own } = useField(props, limit !== undefined)
  const text = typeof own.value === 'string' ? own.value.trim().normalize('NFC') : ''
  return (
    <FieldFrame
      {...frame}
      after={
        limit !== undefined && (
          <CharacterCounter id={`${id}-left`} left={limit - countCharacters(text)} />
        )
      }
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

/** A field with a list of options, which are its `children`. */
export function SelectField(props: SelectFieldProps) {
  const { frame, control, own } = useField(props)
  return (
    <FieldFrame {...frame}>
      <select {...own} {...control} className={css.control} />
    </FieldFrame>
  )
}
