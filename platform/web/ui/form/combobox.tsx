import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
} from 'react'
import {
  useCombobox,
  type UseComboboxProps,
  type UseComboboxState,
  type UseComboboxStateChangeOptions,
} from 'downshift'
import { X } from 'lucide-react'
import { loadFailureText } from '#platform/web/api/status-text.ts'
import { countWithNoun } from '#platform/text/plural.ts'
import { FieldFrame, type FieldTexts, useField } from './field-frame.tsx'
import { selectOnTap } from './select-on-tap.ts'
import { type LoadSuggestions, type Suggestions, useSuggestions } from './use-suggestions.ts'
import css from './combobox.module.css'
import field from './field.module.css'

export type ComboboxProps<Item> = FieldTexts & {
  id?: string
  placeholder?: string
  /** Fetches suggestions, after a short pause in typing. */
  load: LoadSuggestions<Item>
  itemToString: (item: Item) => string
  itemToKey: (item: Item) => string | number
  /** Renders a suggestion. Defaults to the item's text. */
  renderItem?: (item: Item) => ReactNode
  /** Called with the chosen item, or with null if the field was emptied. */
  onSelect: (item: Item | null) => void
  /** Called when the user changes the text, so that an error about the previous text can be removed. */
  onEdit?: (text: string) => void
  /** The initial choice. Change the component's `key` to return to it. */
  initial?: Item | null
  disabled?: boolean
  /** The field's name, in a form that works without scripts. */
  name?: string
  /** Minimum number of characters for suggestions to be fetched. Defaults to 2. */
  minCharacters?: number
  /** Enter submits the form unless a suggestion is highlighted. */
  submitsOnEnter?: boolean
  /** Shown if nothing matches. */
  emptyText?: ReactNode
  /** Renders content below the suggestions or instead of them. `close` closes the list once nothing is to be suggested. */
  renderBelow?: (query: string, close: () => void) => ReactNode
  icon?: ReactNode
  /** Suggestions push the content below down instead of covering it, for the full-screen picker. */
  inline?: boolean
  /** Set by <LazyCombobox>: the text that was typed before this component had loaded. */
  typed?: string
  focused?: boolean
  /** Start and end of the text to select. By default the cursor is placed at the end. */
  selection?: [number, number]
}

export function Combobox<Item>(props: ComboboxProps<Item>) {
  const { itemToString, itemToKey } = props
  const { id, frame, control } = useField(props)
  const { box, items, state, error, query, open, press, tap, clear, close } = useSuggestionList(
    id,
    props,
  )
  const listed = open && items.length > 0
  return (
    <FieldFrame {...frame}>
      <div className={css.box}>
        {props.icon && <span className={css.icon}>{props.icon}</span>}
        <input
          {...box.getInputProps({
            ...control,
            'aria-expanded': listed,
            ...(listed ? {} : { 'aria-activedescendant': undefined }),
            disabled: props.disabled,
            placeholder: props.placeholder,
            onKeyDown: press,
            onPointerDown: tap,
          })}
          type="text"
          name={props.name}
          inputMode="search"
          enterKeyHint="search"
          autoCorrect="off"
          spellCheck={false}
          className={field.control}
          data-icon={props.icon ? true : undefined}
        />
        {box.inputValue !== '' && !props.disabled && (
          <button type="button" className={css.clear} aria-label="Clear" onClick={clear}>
            <X />
          </button>
        )}
        <div
          className={css.menu}
          data-inline={props.inline || undefined}
          hidden={!open}
          role="presentation"
          // The focus stays in the field: Downshift would close the list before a button below it gets its click.
          onMouseDown={(event) => event.preventDefault()}
        >
          <ul {...box.getMenuProps({ className: css.list, hidden: !listed })}>
            {listed &&
              items.map((item, index) => (
                <li
                  key={itemToKey(item)}
                  {...box.getItemProps({ item, index })}
                  className={css.item}
                  data-on={index === box.highlightedIndex || undefined}
                >
                  {props.renderItem?.(item) ?? itemToString(item)}
                </li>
              ))}
          </ul>
          {open && (
            <Line
              state={state}
              error={error}
              none={items.length === 0}
              emptyText={props.emptyText}
            />
          )}
          {open && state !== 'loading' && props.renderBelow?.(query ?? '', close)}
        </div>
        <span className="visually-hidden" aria-live="polite">
          {open && spoken(state, items.length)}
        </span>
      </div>
    </FieldFrame>
  )
}

/**
 * The window whose events Downshift listens to, without 'touchend'. On that event Downshift would close the list before
 * the browser sends the tap's click: the content below the list would move away from under the finger, and the tap
 * would do nothing. Without 'touchend' the list closes at the 'mouseup' that browsers send after a tap, when the
 * click's target is already decided.
 */
const listening: UseComboboxProps<unknown>['environment'] =
  typeof window === 'undefined'
    ? undefined
    : {
        document,
        Node,
        addEventListener: (
          type: string,
          listener: EventListenerOrEventListenerObject,
          options?: boolean | AddEventListenerOptions,
        ) => {
          if (type !== 'touchend') addEventListener(type, listener, options)
        },
        removeEventListener: removeEventListener.bind(window),
      }

/** Connects Downshift's combobox with suggestions that are fetched during typing. */
function useSuggestionList<Item>(id: string, props: ComboboxProps<Item>) {
  const { load, onSelect, minCharacters = 2 } = props
  const [query, setQuery] = useState<string | null>(
    props.focused === false ? null : queryOf(props.typed ?? '', minCharacters),
  )
  const { items, state, error } = useSuggestions(query, load)
  /** The query for which Enter was pressed while its suggestions were loading. */
  const [entered, setEntered] = useState<string | null>(null)

  const box = useCombobox<Item>({
    ...fixedOptions(id, props),
    environment: listening,
    items: [...items],
    onInputValueChange: ({ inputValue, type }) => {
      const isTyped = type === useCombobox.stateChangeTypes.InputChange
      // The suggestions don't belong to a text that was set by Escape or on leaving the field.
      setQuery(isTyped || inputValue === '' ? queryOf(inputValue, minCharacters) : null)
      if (isTyped) {
        // Downshift reports a text in an effect, so Enter can have been pressed for it already.
        setEntered((before) => (before === inputValue.trim() ? before : null))
        props.onEdit?.(inputValue)
      }
    },
    onSelectedItemChange: ({ selectedItem }) => {
      setQuery(null)
      onSelect(selectedItem)
    },
  })

  const [from, to] = props.selection ?? []
  // A layout effect, because a letter typed before the field has the focus would be lost.
  useLayoutEffect(() => {
    if (props.focused) focusAt(id, from, to)
  }, [props.focused, id, from, to])

  // An empty query can have suggestions. If it has none, nothing is shown, not even 'Not Found!'.
  const open = box.isOpen && query !== null && (query !== '' || items.length > 0)
  const awaited = open && state === 'ready' && query === entered
  const takeFirst = useEffectEvent(() => box.selectItem(items[0] ?? null))
  useEffect(() => {
    if (awaited) takeFirst()
  }, [awaited])

  /** Whether `query`, which is set by an effect, still is that of the text before. */
  const isBehind = (typed: string | null) => box.isOpen && typed !== null && typed !== query

  function press(event: KeyboardEvent<HTMLInputElement>) {
    setEntered(null)
    // If Enter follows the text at once, the query isn't that of the text yet.
    const typed = queryOf(event.currentTarget.value, minCharacters)
    const isLate = isBehind(typed)
    if (!open && !isLate) return
    // In a dialog the first Escape closes the list, not the dialog.
    if (event.key === 'Escape') event.preventDefault()
    if (event.key !== 'Enter') return
    const current = !isLate && state === 'ready' && items.length > 0
    if (current && box.highlightedIndex >= 0) return
    Object.assign(event.nativeEvent, { preventDownshiftDefault: true })
    if (props.submitsOnEnter) return
    event.preventDefault()
    // Enter chooses the first suggestion. While those of the current query are loading it waits for them, because the
    // listed ones belong to an older query.
    if (current) box.selectItem(items[0] ?? null)
    else if (isLate || state === 'loading') setEntered(typed)
  }

  function clear() {
    setQuery(null)
    props.onEdit?.('')
    box.reset()
    box.setInputValue('')
    box.selectItem(null)
    focusAt(id)
  }
  function close() {
    setQuery(null)
    box.closeMenu()
  }
  const tap = box.selectedItem === null ? undefined : selectOnTap
  return { box, items, state, error, query, open, press, tap, clear, close }
}

function fixedOptions<Item>(id: string, props: ComboboxProps<Item>) {
  const { itemToString, itemToKey, initial = null, typed, focused } = props
  const text = (item: Item | null) => (item === null ? '' : itemToString(item))
  return {
    inputId: id,
    labelId: `${id}-label`,
    menuId: `${id}-list`,
    itemToString: text,
    itemToKey: (item: Item | null) => (item === null ? null : itemToKey(item)),
    initialSelectedItem: initial,
    initialInputValue: typed || text(initial),
    initialIsOpen: Boolean(typed && focused),
    stateReducer: (
      { selectedItem, inputValue }: UseComboboxState<Item>,
      { type, changes }: UseComboboxStateChangeOptions<Item>,
    ) => {
      // An emptied field has no choice. This is decided here, because code that runs after the render would also remove
      // what has been typed in the meantime.
      if (type === useCombobox.stateChangeTypes.InputChange && changes.inputValue === '')
        return { ...changes, selectedItem: null }
      if (type !== useCombobox.stateChangeTypes.InputBlur) return changes
      // Leaving the field chooses nothing, so the previous choice is restored.
      return {
        ...changes,
        selectedItem,
        inputValue: selectedItem === null ? inputValue : text(selectedItem),
      }
    },
  }
}

function Line({
  state,
  error,
  none,
  emptyText = 'Not Found!',
}: {
  state: Suggestions<unknown>['state']
  error: unknown
  none: boolean
  emptyText?: ReactNode
}) {
  const waiting = state === 'loading'
  const text = {
    loading: 'Searching…',
    failed: loadFailureText(error),
    ready: emptyText,
    idle: emptyText,
  }[state]
  return (
    <output className={waiting ? css.wait : css.line} hidden={!none}>
      {none && text}
    </output>
  )
}

function spoken(state: Suggestions<unknown>['state'], count: number) {
  // If there are no suggestions, the line shown instead of the list is announced by itself.
  if (state !== 'ready' || count === 0) return ''
  return `${countWithNoun(count, 'suggestion')}. Use the up and down arrows.`
}

function focusAt(id: string, from?: number, to?: number) {
  const input = document.getElementById(id)
  if (!(input instanceof HTMLInputElement)) return
  input.focus()
  const { length } = input.value
  input.setSelectionRange(from ?? length, to ?? length)
}

function queryOf(text: string, least: number) {
  const query = text.trim()
  return query.length < least ? null : query
}
