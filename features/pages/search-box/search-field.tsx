import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'

type Words = { label: string; placeholder: string }
type Suggest = (
  props: Words & { typed: string; focused: boolean; onAsk: (q: string) => void },
) => ReactNode

type Props = Words & {
  typed?: string
  className: string | undefined
  onAsk: (q: string) => void
  /** On the page of searches it is the one thing to do: suggestions are brought before it is touched. */
  atOnce?: boolean
  focused?: boolean
}

/** A form's field for whatever is looked for: a plain one until its suggestions have come. */
export function SearchField({ typed = '', className, onAsk, atOnce, focused, ...words }: Props) {
  const plain = useRef<HTMLInputElement>(null)
  const [part, setPart] = useState<{ Suggest: Suggest; typed: string; focused: boolean } | null>(
    null,
  )
  const bring = async () => {
    try {
      const { SearchSuggest } = await import('./search-suggest.tsx')
      const field = plain.current
      if (!field) return
      const now = { typed: field.value, focused: field === document.activeElement }
      setPart((before) => before ?? { Suggest: SearchSuggest, ...now })
    } catch {
      // Offline: the form still works.
    }
  }
  const begin = useEffectEvent(() => {
    if (focused) plain.current?.focus({ preventScroll: true })
    if (atOnce) void bring()
  })
  useEffect(() => begin(), [])
  return part ? (
    <part.Suggest {...words} typed={part.typed} focused={part.focused} onAsk={onAsk} />
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
