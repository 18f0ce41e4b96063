import {
  createContext,
  type FocusEvent,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { X } from 'lucide-react'
import { IconButton } from '../button.tsx'
import css from './toast.module.css'

export type ToastContent = {
  text: ReactNode
  tone?: 'good' | 'bad'
  /** What was changed. Earlier toasts about the same thing are removed, because their Undo no longer works. */
  about?: string
  /** A button, such as Undo. A toast with a button stays longer. */
  action?: { label: string; onPress: () => void }
}

type Shown = ToastContent & { id: number }

const Show = createContext<((content: ToastContent | string) => void) | null>(null)

/** `const toast = useToast()`, then `toast('Link copied.')` or `toast({ text, action })`. */
export function useToast() {
  const show = use(Show)
  if (!show) throw new Error('useToast outside a ToastProvider')
  return show
}

const maxShown = 3
/**
 * Seconds after which a toast with a button disappears even if the pointer or the focus is on it, because the change
 * that it would undo can be final by then.
 */
const longestOffer = 120

/** Rendered once around the whole product, because its live region must exist before a toast can be announced. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown[]>([])
  const next = useRef(0)
  const show = useCallback((content: ToastContent | string) => {
    next.current += 1
    const toast: Shown = {
      ...(typeof content === 'string' ? { text: content } : content),
      id: next.current,
    }
    const isOther = ({ about }: Shown) => about === undefined || about !== toast.about
    setShown((before) => [...before.filter(isOther), toast].slice(-maxShown))
  }, [])
  const drop = useCallback(
    (id: number) => setShown((before) => before.filter((toast) => toast.id !== id)),
    [],
  )
  return (
    <Show value={show}>
      {children}
      <section className={css.place} aria-label="Notices" aria-live="polite">
        {shown.map((toast) => (
          <Toast key={toast.id} {...toast} onDrop={drop} />
        ))}
      </section>
    </Show>
  )
}

/** Disappears by itself, but not while the pointer or the focus is on it. */
function Toast({ id, text, tone, action, onDrop }: Shown & { onDrop: (id: number) => void }) {
  const [held, setHeld] = useState(false)
  const stay = action ? 10_000 : 5000
  useEffect(() => {
    if (held) return undefined
    const timer = setTimeout(() => onDrop(id), stay)
    return () => clearTimeout(timer)
  }, [held, id, stay, onDrop])
  const isOffer = action !== undefined
  useEffect(() => {
    if (!isOffer) return undefined
    const timer = setTimeout(() => onDrop(id), longestOffer * 1000)
    return () => clearTimeout(timer)
  }, [isOffer, id, onDrop])
  const { box, noteFocus } = useGivenBack()
  return (
    <div
      ref={box}
      className={css.toast}
      data-tone={tone}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={(event) => {
        noteFocus(event)
        setHeld(true)
      }}
      onBlur={() => setHeld(false)}
    >
      <p className={css.text}>{text}</p>
      {action && (
        <button
          type="button"
          className={css.action}
          onClick={() => {
            action.onPress()
            onDrop(id)
          }}
        >
          {action.label}
        </button>
      )}
      <IconButton label="Dismiss" icon={<X />} onClick={() => onDrop(id)} />
    </div>
  )
}

/** If a box is removed while it has the focus, gives it back to what had it before, or else to the page's content. */
function useGivenBack() {
  const box = useRef<HTMLDivElement>(null)
  const before = useRef<Element | null>(null)
  const noteFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget
  }
  useLayoutEffect(() => {
    const own = box.current
    return () => {
      for (const next of [before.current, document.getElementById('content')])
        if (next instanceof HTMLElement && own?.contains(document.activeElement))
          next.focus({ preventScroll: true })
    }
  }, [])
  return { box, noteFocus }
}
