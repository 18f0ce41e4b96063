import { type ComponentProps, useState } from 'react'
import { characters } from '#platform/text/characters.ts'
import { Counter } from './counter.tsx'
import { FieldFrame, type FieldTexts, useFieldIds } from './field-frame.tsx'
import css from './field.module.css'

export type TextAreaProps = FieldTexts &
  Omit<ComponentProps<'textarea'>, 'className' | 'maxLength'> & { maxLength?: number }

/**
 * With `maxLength` it counts down while one types. Text over the limit is kept and said, never cut:
 * nothing typed is lost.
 */
export function TextArea({
  label,
  hint,
  error,
  labelHidden,
  optional,
  maxLength,
  onChange,
  ...area
}: TextAreaProps) {
  const texts = { label, hint, error, labelHidden, optional }
  const { id, control } = useFieldIds(area.id, texts, maxLength !== undefined)
  const [typed, setTyped] = useState(String(area.defaultValue ?? ''))
  const text = area.value === undefined ? typed : String(area.value)
  const left = maxLength === undefined ? null : maxLength - characters(text.normalize('NFC'))
  return (
    <FieldFrame
      {...texts}
      id={id}
      after={left !== null && <Counter id={`${id}-left`} left={left} />}
    >
      <textarea
        rows={4}
        {...area}
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
