import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ComponentProps, FocusEvent, KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { X } from 'lucide-react'
import { countWithNoun } from '#platform/text/plural.ts'
import { loadFailureText } from '#platform/web/api/status-text.ts'
import { FieldFrame, type FieldTexts, useField } from './field.tsx'
import css from './combobox.module.css'
import field from './field.module.css'

type LoadSuggestions<Item> = (query: string) => Promise<{ data?: readonly Item[]; error?: unknown }>

type InputProps = Pick<
  ComponentProps<'input'>,
  'autoFocus' | 'defaultValue' | 'disabled' | 'name' | 'placeholder'
>

type Props<Item> = FieldTexts & {
  /** Fetches suggestions, after a short pause in typing. A result without `data` is a failure. */
  load: LoadSuggestions<Item>
  itemToString: (item: Item) => string
  itemToKey: (item: Item) => string | number
  renderItem: (item: Item) => ReactNode
  /** Called with the chosen item, or with null if the field was emptied. */
  onSelect: (item: Item | null) => void
  onEdit?: (text: string) => void
  /** Called with text that chooses nothing when the field is left, or Enter is pressed and nothing matches. */
  onLeave?: (text: string) => void
  /** The initial choice. Change the component's `key` to return to it. */
  initial?: Item | null
  /** Any text is fine: suggestions begin with an empty field, and Enter submits the form unless one is highlighted. */
  isFreeText?: boolean
  /** Shown if nothing matches. */
  emptyText?: ReactNode
  /** Renders content below the suggestions. `close` closes the list. */
  renderBelow?: (query: string, close: () => void) => ReactNode
  icon?: ReactNode
  /** Suggestions push the content below down instead of covering it. */
  inline?: boolean
  /** Further props of the input. */
  input?: InputProps
}

/**
 * A field that suggests while one types, after the ARIA pattern of a combobox. The input is uncontrolled, so that what
 * was typed before hydration stays.
 */
export function Combobox<Item>(props: Props<Item>) {
  const { id, frame, control } = useField(props)
  const box = useCombobox(props)
  const { icon, initial, input } = props
  return (
    <FieldFrame {...frame}>
      <div className={css.box} onBlur={box.onBlur}>
        {icon && <span className={css.icon}>{icon}</span>}
        <input
          {...control}
          {...box.inputProps}
          type="text"
          role="combobox"
          aria-controls={`${id}-list`}
          aria-expanded={box.isListed}
          aria-autocomplete="list"
          aria-activedescendant={box.highlighted < 0 ? undefined : `${id}-${box.highlighted}`}
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          // The clear button is shown unless the placeholder is.
          placeholder=" "
          defaultValue={initial ? props.itemToString(initial) : undefined}
          {...input}
          className={field.control}
          data-icon={icon ? true : undefined}
        />
        {!input?.disabled && (
          <button
            type="button"
            className={css.clear}
            aria-label="Clear"
            onMouseDown={keepFocus}
            onClick={box.clear}
          >
            <X />
          </button>
        )}
        <Menu {...props} id={id} box={box} />
      </div>
    </FieldFrame>
  )
}

/** Keeps the focus in the field, which would be left before the click. */
const keepFocus = (event: MouseEvent) => event.preventDefault()

/** The field's state: the text that is searched for, its suggestions, and which of them is highlighted. */
function useCombobox<Item>({ itemToString, onSelect, onEdit, ...props }: Props<Item>) {
  const { initial = null, isFreeText = false, load, onLeave } = props
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState(initial)
  const [query, setQuery] = useState<string | null>(null)
  const [highlighted, setHighlighted] = useState(-1)
  /** Enter was pressed before the suggestions had come. */
  const isEntered = useRef(false)

  const searchFor = (text: string | null) => {
    setQuery(text)
    setHighlighted(-1)
    isEntered.current = false
  }
  const close = () => searchFor(null)
  const search = () => {
    const text = input.current!.value.trim()
    searchFor(isFreeText || text.length >= 2 ? text : null)
  }
  const choose = (item: Item | null) => {
    input.current!.value = item === null ? '' : itemToString(item)
    setChosen(item)
    close()
    onSelect(item)
  }
  const suggestions = useSuggestions(query, load, ([first]) => {
    if (isEntered.current && first !== undefined) choose(first)
    else if (isEntered.current) onLeave?.(input.current!.value)
  })
  const { items, isLoading } = suggestions
  const isListed = items.length > 0
  const isOpen = isListed || Boolean(query)

  const enter = (event: KeyboardEvent) => {
    const item = items[highlighted] ?? (isFreeText ? undefined : items[0])
    if (item !== undefined && !isLoading) choose(item)
    else if (isFreeText) return close()
    else if (isLoading) isEntered.current = true
    else if (query && !suggestions.isFailed) onLeave?.(input.current!.value)
    else return
    event.preventDefault()
  }
  const move = (event: KeyboardEvent, step: 1 | -1) => {
    event.preventDefault()
    if (!isListed) return search()
    const next = highlighted + step
    setHighlighted(next < 0 ? items.length - 1 : next % items.length)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // An input method uses these keys itself. Safari sends 229 for the one that ends it.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (event.key === 'Enter') enter(event)
    if (event.key === 'ArrowDown') move(event, 1)
    if (event.key === 'ArrowUp') move(event, -1)
    if (event.key !== 'Escape' || !isOpen) return
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
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (currentTarget.contains(relatedTarget)) return
    const { value } = input.current!
    if (onLeave && value.trim() !== (chosen ? itemToString(chosen) : '')) onLeave(value)
    else if (chosen) input.current!.value = itemToString(chosen)
    close()
  }
  const clear = () => {
    onEdit?.('')
    choose(null)
    input.current!.focus()
  }
  const list = { ...suggestions, query, isOpen, isListed, highlighted, setHighlighted }
  return { ...list, inputProps, onBlur, choose, close, clear }
}

type MenuProps<Item> = Props<Item> & { id: string; box: ReturnType<typeof useCombobox<Item>> }

function Menu<Item>({ id, box, itemToKey, renderItem, ...props }: MenuProps<Item>) {
  const { items, isLoading, isOpen, isListed } = box
  const found = box.isFailed ? loadFailureText(box.error) : (props.emptyText ?? 'Not Found!')
  return (
    <>
      <div
        className={css.menu}
        data-inline={props.inline || undefined}
        hidden={!isOpen}
        role="presentation"
        onMouseDown={keepFocus}
      >
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the ARIA pattern of a combobox */}
        <div role="listbox" id={`${id}-list`} aria-labelledby={`${id}-label`} className={css.list}>
          {items.map((item, index) => (
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
              {renderItem(item)}
            </div>
          ))}
        </div>
        {isOpen && !isListed && (
          <output className={css.line}>{isLoading ? 'Searching…' : found}</output>
        )}
        {isOpen && props.renderBelow?.(box.query ?? '', box.close)}
      </div>
      <span className="visually-hidden" aria-live="polite">
        {isListed && `${countWithNoun(items.length, 'suggestion')}. Use the up and down arrows.`}
      </span>
    </>
  )
}

type Answer<Item> = { query: string; data?: readonly Item[]; error?: unknown }

/** Fetches suggestions after a pause in typing. Outdated results are ignored. */
export function useSuggestions<Item>(
  query: string | null,
  load: LoadSuggestions<Item>,
  onReady?: (items: readonly Item[]) => void,
) {
  const [answer, setAnswer] = useState<Answer<Item>>({ query: '' })
  const fetchNow = useEffectEvent(async (typed: string, signal: AbortSignal) => {
    const { data, error } = await load(typed)
    if (signal.aborted) return
    setAnswer({ query: typed, data, error })
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
  const isLoading = query !== null && answer.query !== query
  // The previous suggestions stay while those of a longer query load.
  const isUsable = isLoading ? answer.query && query.startsWith(answer.query) : query !== null
  const items = (isUsable && answer.data) || []
  return { items, isLoading, isFailed: !isLoading && !answer.data, error: answer.error }
}
