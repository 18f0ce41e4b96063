import { type ComponentProps, useEffect, useState } from 'react'
import { characters } from '#platform/text/characters.ts'
import { FieldFrame, type FieldWords, useFieldIds } from './field-frame.tsx'
import css from './field.module.css'

export type TextAreaProps = FieldWords &
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
  const words = { label, hint, error, labelHidden, optional }
  const { id, control } = useFieldIds(area.id, words, maxLength !== undefined)
  const [typed, setTyped] = useState(String(area.defaultValue ?? ''))
  const text = area.value === undefined ? typed : String(area.value)
  const left = maxLength === undefined ? null : maxLength - characters(text.normalize('NFC'))
  return (
    <FieldFrame
      {...words}
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

/** Seen at once; spoken only after a pause in typing. */
function Counter({ id, left }: { id: string; left: number }) {
  const [spoken, setSpoken] = useState('')
  const text = left < 0 ? `${plural(-left)} too many` : `${plural(left)} left`
  useEffect(() => {
    const timer = setTimeout(() => setSpoken(text), 1000)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <div className={css.counter} data-over={left < 0 || undefined}>
      <span id={id}>{text}</span>
      <span aria-live="polite" className="visually-hidden">
        {spoken}
      </span>
    </div>
  )
}

const plural = (n: number) => `${n} ${n === 1 ? 'character' : 'characters'}`
