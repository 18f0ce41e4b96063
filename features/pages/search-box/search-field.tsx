import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

type Words = { label: string; placeholder: string }
type Taken = { typed: string; focused: boolean; marked: [number, number] }
type Suggest = (props: Words & Taken & { onAsk: (q: string) => void }) => ReactNode

type Props = Words & {
  typed?: string
  className: string | undefined
  onAsk: (q: string) => void
  /**
   * True to load suggestions before the field is touched, as on the search page, where searching is the main action.
   */
  atOnce?: boolean
  focused?: boolean
}

/** The search field of a form. It is a plain input until the code for suggestions has loaded. */
export function SearchField({ typed = '', className, onAsk, atOnce, focused, ...words }: Props) {
  const plain = useRef<HTMLInputElement>(null)
  const [part, setPart] = useState<({ Suggest: Suggest } & Taken) | null>(null)
  const bring = async () => {
    try {
      const { SearchFieldWithSuggestions } = await import('./search-suggest.tsx')
      const field = plain.current
      if (!field) return
      const { value: typed, selectionStart: from, selectionEnd: to } = field
      const marked: [number, number] = [from ?? typed.length, to ?? typed.length]
      const focused = field === document.activeElement
      // Synchronously, because a letter typed between reading the plain input and replacing it would be lost.
      flushSync(() => setPart({ Suggest: SearchFieldWithSuggestions, typed, focused, marked }))
    } catch {
      // Offline: the form still works.
    }
  }
  const begin = useEffectEvent(() => {
    const field = plain.current!
    if (focused) field.focus({ preventScroll: true })
    // The field can also have been touched before this page's scripts were loaded.
    if (atOnce || field === document.activeElement || field.value !== field.defaultValue)
      void bring()
  })
  useEffect(() => begin(), [])
  return part ? (
    <part.Suggest
      {...words}
      typed={part.typed}
      focused={part.focused}
      marked={part.marked}
      onAsk={onAsk}
    />
  ) : (
    <input
      ref={plain}
      name="q"
      type="search"
      aria-label={words.label}
      placeholder={words.placeholder}
      defaultValue={typed}
      autoComplete="off"
      enterKeyHint="search"
      maxLength={100}
      className={className}
      onFocus={() => void bring()}
    />
  )
}
