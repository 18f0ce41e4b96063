import { type ComponentProps, useState } from 'react'
import { countCharacters } from '#platform/text/characters.ts'
import { CharacterCounter } from './counter.tsx'
import { FieldFrame, type FieldTexts, useField } from './field-frame.tsx'
import css from './field.module.css'

export type TextAreaProps = FieldTexts &
  Omit<ComponentProps<'textarea'>, 'className' | 'maxLength'> & { maxLength?: number }

/**
 * A text field of several lines. With `maxLength` it shows how many characters are left. Text over the limit is marked
 * as an error but never cut, so that nothing typed is lost.
 */
export function TextArea({ maxLength, onChange, ...props }: TextAreaProps) {
  const { id, frame, control, own } = useField(props, maxLength !== undefined)
  const [typed, setTyped] = useState(String(own.defaultValue ?? ''))
  const text = own.value === undefined ? typed : String(own.value)
  const left = maxLength === undefined ? null : maxLength - countCharacters(text.normalize('NFC'))
  return (
    <FieldFrame
      {...frame}
      after={left !== null && <CharacterCounter id={`${id}-left`} left={left} />}
    >
      <textarea
        rows={4}
        {...own}
        {...control}
        aria-invalid={control['aria-invalid'] ?? (left !== null && left < 0 ? true : undefined)}
        className={css.control}
        onChange={(event) => {
          setTyped(event.target.value)
          onChange?.(event)
        }}
      />
    </FieldFrame>
  )
}
