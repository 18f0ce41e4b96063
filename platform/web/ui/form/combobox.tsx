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
import { FieldFrame, type FieldTexts, useField } from './field.tsx'
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
  const { id, frame, control } = useField(props)
  const box = useCombobox(props)
  const { initial, itemToString } = props
  return (
    <FieldFrame {...frame}>
      <div className={css.box}>
        {props.icon && <span className={css.icon}>{props.icon}</span>}
        <input
          {...control}
          {...box.inputProps}
          type="text"
          role="combobox"
          aria-controls={`${id}-list`}
          aria-expanded={box.listed}
          aria-autocomplete="list"
          aria-activedescendant={box.highlighted < 0 ? undefined : `${id}-${box.highlighted}`}
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
        />
        {!props.disabled && (
          <button type="button" className={css.clear} aria-label="Clear" onClick={box.clear}>
            <X />
          </button>
        )}
        <Menu {...props} id={id} box={box} />
      </div>
    </FieldFrame>
  )
}

/** The field's state: the text that is searched for, its suggestions, and which of them is highlighted. */
function useCombobox<Item>({
  itemToString,
  onSelect,
  onEdit,
  initial = null,
  ...props
}: Props<Item>) {
  const { minCharacters = 2 } = props
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState(initial)
  const [query, setQuery] = useState<string | null>(null)
  const [highlighted, setHighlighted] = useState(-1)
  /** Enter was pressed before the suggestions had come. */
  const entered = useRef(false)

  const ask = (next: string | null) => {
    setQuery(next)
    setHighlighted(-1)
    entered.current = false
  }
  const close = () => ask(null)
  const search = () => {
    const text = input.current!.value.trim()
    ask(text.length < minCharacters ? null : text)
  }
  const choose = (item: Item | null) => {
    input.current!.value = item === null ? '' : itemToString(item)
    setChosen(item)
    close()
    onSelect(item)
  }
  const { items, state, error } = useSuggestions(query, props.load, ([first]) => {
    if (entered.current && first !== undefined) choose(first)
  })
  const open = query !== null && (query !== '' || items.length > 0)
  const listed = open && items.length > 0

  const enter = (event: KeyboardEvent) => {
    const item = items[highlighted] ?? (props.submitsOnEnter ? undefined : items[0])
    if (item !== undefined && listed && state === 'ready') choose(item)
    else if (props.submitsOnEnter) return close()
    else if (state === 'loading') entered.current = true
    else return
    event.preventDefault()
  }
  const move = (event: KeyboardEvent, step: 1 | -1) => {
    event.preventDefault()
    if (!listed) return search()
    const next = highlighted + step
    setHighlighted(next < 0 ? items.length - 1 : next % items.length)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') enter(event)
    if (event.key === 'ArrowDown') move(event, 1)
    if (event.key === 'ArrowUp') move(event, -1)
    if (event.key !== 'Escape' || !open) return
    // In a dialog the first Escape closes the list, not the dialog.
    event.preventDefault()
    close()
  }
  const inputProps = {
    ref: input,
    onKeyDown,
    onFocus: () => (chosen ? input.current!.select() : search()),
    onInput: () => {
      const { value } = input.current!
      onEdit?.(value)
      if (value === '' && chosen !== null) choose(null)
      else search()
    },
    onBlur: () => {
      if (chosen) input.current!.value = itemToString(chosen)
      close()
    },
  }
  const clear = () => {
    onEdit?.('')
    choose(null)
    input.current!.focus()
  }
  const list = { query, items, state, error, open, listed, highlighted, setHighlighted }
  return { ...list, inputProps, choose, close, clear }
}

type MenuProps<Item> = Props<Item> & { id: string; box: ReturnType<typeof useCombobox<Item>> }

function Menu<Item>({ id, box, itemToKey, itemToString, renderItem, ...props }: MenuProps<Item>) {
  const { items, state, open, listed } = box
  return (
    <>
      <div
        className={css.menu}
        data-inline={props.inline || undefined}
        hidden={!open}
        role="presentation"
        // The focus stays in the field, whose blur would close the list before the click.
        onMouseDown={(event) => event.preventDefault()}
      >
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the ARIA pattern of a combobox */}
        <div role="listbox" id={`${id}-list`} aria-labelledby={`${id}-label`} className={css.list}>
          {listed &&
            items.map((item, index) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the input has the focus and handles the keys
              <div
                key={itemToKey(item)}
                id={`${id}-${index}`}
                // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the ARIA pattern of a combobox
                role="option"
                aria-selected={index === box.highlighted}
                className={css.item}
                onClick={() => box.choose(item)}
                onMouseMove={() => box.setHighlighted(index)}
              >
                {renderItem?.(item) ?? itemToString(item)}
              </div>
            ))}
        </div>
        {open && !listed && (
          <output className={state === 'loading' ? css.wait : css.line}>
            {state === 'loading' && 'Searching…'}
            {state === 'failed' && loadFailureText(box.error)}
            {state === 'ready' && (props.emptyText ?? 'Not Found!')}
          </output>
        )}
        {open && props.renderBelow?.(box.query ?? '', box.close)}
      </div>
      <span className="visually-hidden" aria-live="polite">
        {listed && `${countWithNoun(items.length, 'suggestion')}. Use the up and down arrows.`}
      </span>
    </>
  )
}

type Answer<Item> = { query: string; items: readonly Item[]; failed: boolean; error?: unknown }

/** Fetches suggestions after a pause in typing. Outdated results are ignored. */
export function useSuggestions<Item>(
  query: string | null,
  load: LoadSuggestions<Item>,
  onReady?: (items: readonly Item[]) => void,
) {
  const [answer, setAnswer] = useState<Answer<Item> | null>(null)
  const fetchNow = useEffectEvent(async (asked: string, signal: AbortSignal) => {
    const { data, error } = await load(asked)
    if (signal.aborted) return
    setAnswer({ query: asked, items: data ?? [], failed: !data, error })
    if (data) onReady?.(data)
  })
  useEffect(() => {
    if (query === null) return undefined
    const overtaken = new AbortController()
    const timer = setTimeout(() => void fetchNow(query, overtaken.signal), 180)
    return () => {
      clearTimeout(timer)
      overtaken.abort()
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
