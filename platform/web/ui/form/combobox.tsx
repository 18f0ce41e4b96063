import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { X } from 'lucide-react'
import { countWithNoun } from '#platform/text/plural.ts'
import { loadFailureText } from '#platform/web/api/status-text.ts'
import { FieldFrame, type FieldTexts, useField } from './field-frame.tsx'
import css from './combobox.module.css'
import field from './field.module.css'

type LoadSuggestions<Item> = (query: string) => Promise<{ data?: readonly Item[]; error?: unknown }>

type Props<Item> = FieldTexts & {
  placeholder?: string
  /** Fetches suggestions, after a short pause in typing. A result without `data` is a failure. */
  load: LoadSuggestions<Item>
  itemToString: (item: Item) => string
  itemToKey: (item: Item) => string | number
  /** Renders a suggestion. Defaults to the item's text. */
  renderItem?: (item: Item) => ReactNode
  /** Called with the chosen item, or with null if the field was emptied. */
  onSelect: (item: Item | null) => void
  onEdit?: (text: string) => void
  /** The initial choice. Change the component's `key` to return to it. */
  initial?: Item | null
  /** Text to begin with that chooses nothing. */
  typed?: string
  /** Takes the focus when it appears. */
  focused?: boolean
  disabled?: boolean
  /** The field's name, in a form that works without scripts. */
  name?: string
  /** Minimum number of characters for suggestions to be fetched. */
  minCharacters?: number
  /** Enter submits the form unless a suggestion is highlighted. */
  submitsOnEnter?: boolean
  /** Shown if nothing matches. */
  emptyText?: ReactNode
  /** Renders content below the suggestions. `close` closes the list. */
  renderBelow?: (query: string, close: () => void) => ReactNode
  icon?: ReactNode
  /** Suggestions push the content below down instead of covering it. */
  inline?: boolean
}

/**
 * A field that suggests while one types, after the ARIA pattern of a combobox. The input is uncontrolled, so that what
 * was typed before hydration stays.
 */
export function Combobox<Item>(props: Props<Item>) {
  const { itemToString, itemToKey, onSelect, initial = null, minCharacters = 2 } = props
  const { id, frame, control } = useField(props)
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState(initial)
  const [query, setQuery] = useState<string | null>(null)
  const [highlighted, setHighlighted] = useState(-1)
  const [entered, setEntered] = useState(false)
  const { items, state, error } = useSuggestions(query, props.load)
  const open = query !== null && (query !== '' || items.length > 0)
  const listed = open && items.length > 0

  const show = (text: string) => {
    input.current!.value = text
  }
  const close = () => {
    setQuery(null)
    setHighlighted(-1)
    setEntered(false)
  }
  const search = () => {
    const text = input.current!.value.trim()
    setQuery(text.length < minCharacters ? null : text)
    setHighlighted(-1)
    setEntered(false)
  }
  const choose = (item: Item | null) => {
    show(item === null ? '' : itemToString(item))
    setChosen(item)
    close()
    onSelect(item)
  }
  // Enter was pressed before the suggestions came.
  const chooseFirst = useEffectEvent(() => items[0] !== undefined && choose(items[0]))
  useEffect(() => {
    if (entered && state === 'ready') chooseFirst()
  }, [entered, state])

  const press = (event: KeyboardEvent) => {
    const { key } = event
    if (key === 'Escape' && open) {
      // In a dialog the first Escape closes the list, not the dialog.
      event.preventDefault()
      close()
    } else if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      if (!listed) return search()
      const step = key === 'ArrowDown' ? 1 : -1
      setHighlighted(wrapped(highlighted + step, items.length, highlighted))
    } else if (key === 'Enter') {
      const item = items[highlighted]
      if (listed && item !== undefined) choose(item)
      else if (props.submitsOnEnter) return close()
      else if (state === 'loading') setEntered(true)
      else if (listed) choose(items[0]!)
      else return
      event.preventDefault()
    }
  }

  return (
    <FieldFrame {...frame}>
      <div className={css.box}>
        {props.icon && <span className={css.icon}>{props.icon}</span>}
        <input
          {...control}
          ref={input}
          type="text"
          role="combobox"
          aria-controls={`${id}-list`}
          aria-expanded={listed}
          aria-autocomplete="list"
          aria-activedescendant={highlighted < 0 ? undefined : `${id}-${highlighted}`}
          name={props.name}
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- searching is the only thing to do where this is set
          autoFocus={props.focused}
          // The clear button is shown unless the placeholder is.
          placeholder={props.placeholder ?? ' '}
          disabled={props.disabled}
          defaultValue={initial ? itemToString(initial) : props.typed}
          className={field.control}
          data-icon={props.icon ? true : undefined}
          onKeyDown={press}
          onFocus={({ target }) => {
            if (chosen) target.select()
            else search()
          }}
          onInput={({ currentTarget: { value } }) => {
            props.onEdit?.(value)
            if (value !== '' || chosen === null) return search()
            choose(null)
          }}
          onBlur={() => {
            if (chosen) show(itemToString(chosen))
            close()
          }}
        />
        {!props.disabled && (
          <button
            type="button"
            className={css.clear}
            aria-label="Clear"
            onClick={() => {
              props.onEdit?.('')
              choose(null)
              input.current!.focus()
            }}
          >
            <X />
          </button>
        )}
        <div
          className={css.menu}
          data-inline={props.inline || undefined}
          hidden={!open}
          role="presentation"
          // The focus stays in the field, whose blur would close the list before the click.
          onMouseDown={(event) => event.preventDefault()}
        >
          <ul role="listbox" id={`${id}-list`} aria-labelledby={`${id}-label`} className={css.list}>
            {listed &&
              items.map((item, index) => (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the input handles the keys
                <li
                  key={itemToKey(item)}
                  id={`${id}-${index}`}
                  role="option"
                  aria-selected={index === highlighted}
                  className={css.item}
                  onClick={() => choose(item)}
                  onMouseMove={() => setHighlighted(index)}
                >
                  {props.renderItem?.(item) ?? itemToString(item)}
                </li>
              ))}
          </ul>
          {open && !listed && (
            <output className={state === 'loading' ? css.wait : css.line}>
              {state === 'loading' && 'Searching…'}
              {state === 'failed' && loadFailureText(error)}
              {state === 'ready' && (props.emptyText ?? 'Not Found!')}
            </output>
          )}
          {open && props.renderBelow?.(query, close)}
        </div>
        <span className="visually-hidden" aria-live="polite">
          {listed && `${countWithNoun(items.length, 'suggestion')}. Use the up and down arrows.`}
        </span>
      </div>
    </FieldFrame>
  )
}

/** The index after the last is the first, and before the first comes the last. */
const wrapped = (index: number, length: number, from: number) =>
  index >= length ? 0 : index < 0 ? (from < 0 ? 0 : length - 1) : index

type Answer<Item> = { query: string; items: readonly Item[]; failed: boolean; error?: unknown }

/** Fetches suggestions after a pause in typing. Outdated results are ignored. */
export function useSuggestions<Item>(query: string | null, load: LoadSuggestions<Item>) {
  const [answer, setAnswer] = useState<Answer<Item> | null>(null)
  const latest = useRef(load)
  useEffect(() => {
    latest.current = load
  })
  useEffect(() => {
    if (query === null) return undefined
    let overtaken = false
    const timer = setTimeout(async () => {
      const { data, error } = await latest.current(query)
      if (!overtaken) setAnswer({ query, items: data ?? [], failed: !data, error })
    }, 180)
    return () => {
      clearTimeout(timer)
      overtaken = true
    }
  }, [query])
  if (query === null) return { items: [], state: 'idle' as const }
  // The previous suggestions stay while those of a longer query load.
  const goesOn = answer && answer.query !== '' && query.startsWith(answer.query)
  if (answer?.query !== query)
    return { items: goesOn ? answer.items : [], state: 'loading' as const }
  const state = answer.failed ? ('failed' as const) : ('ready' as const)
  return { items: answer.items, state, error: answer.error }
}
