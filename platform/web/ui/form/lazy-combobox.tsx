import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type * as arriving from './combobox.tsx'
import { FieldFrame, useField } from './field-frame.tsx'
import { selectOnTap } from './select-on-tap.ts'
import css from './combobox.module.css'
import field from './field.module.css'

type Part = typeof arriving.Combobox

let arrived: Part | null = null

async function fetchPart(): Promise<Part> {
  arrived ??= (await import('./combobox.tsx')).Combobox
  return arrived
}

/**
 * A <Combobox> whose script is loaded when the field gets the focus. Until then, and on the server, a plain field of
 * the same size is rendered. The text typed into it is carried over.
 */
export function LazyCombobox<Item>(props: arriving.ComboboxProps<Item>) {
  const [part, setPart] = useState<{ Combobox: Part } | null>(arrived && { Combobox: arrived })
  const { initial, itemToString } = props
  const { id, frame, control } = useField(props)
  const input = useRef<HTMLInputElement>(null)
  const [left, setLeft] = useState<Pick<
    arriving.ComboboxProps<Item>,
    'typed' | 'focused' | 'selection'
  > | null>(null)

  const start = initial ? itemToString(initial) : ''
  const bring = async () => {
    try {
      const Combobox = await fetchPart()
      const text = input.current?.value ?? start
      // Renders synchronously, because a letter typed between reading the text and replacing the field would be lost.
      flushSync(() => {
        setLeft({
          typed: text === start ? '' : text,
          focused: input.current !== null && document.activeElement === input.current,
          // The Tab key selects the whole text, so that typing replaces it. The selection has to stay.
          selection: [
            input.current?.selectionStart ?? text.length,
            input.current?.selectionEnd ?? text.length,
          ],
        })
        setPart({ Combobox })
      })
    } catch {
      // The script couldn't be loaded. The next focus tries again.
    }
  }

  // The field may have got the focus or text before this page's scripts had loaded.
  const first = useRef(bring)
  useEffect(() => {
    const box = input.current
    if (box && (box === document.activeElement || box.value !== box.defaultValue))
      void first.current()
  }, [])

  if (part) return <part.Combobox {...props} id={id} {...left} />
  return (
    <FieldFrame {...frame}>
      <div className={css.box}>
        {props.icon && <span className={css.icon}>{props.icon}</span>}
        <input
          {...control}
          ref={input}
          type="text"
          name={props.name}
          role="combobox"
          aria-controls={`${id}-list`}
          aria-expanded={false}
          aria-autocomplete="list"
          inputMode="search"
          autoComplete="off"
          defaultValue={start}
          placeholder={props.placeholder}
          disabled={props.disabled}
          className={field.control}
          data-icon={props.icon ? true : undefined}
          onFocus={() => void bring()}
          onInput={({ currentTarget }) => props.onEdit?.(currentTarget.value)}
          onPointerDown={initial ? selectOnTap : undefined}
        />
      </div>
    </FieldFrame>
  )
}
