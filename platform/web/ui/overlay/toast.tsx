import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useState,
} from 'react'
import { X } from 'lucide-react'
import { IconButton } from '../button.tsx'
import css from './toast.module.css'

type Content = {
  text: ReactNode
  tone?: 'bad'
  seconds?: number
  /** A button, such as Undo. A toast with a button stays longer. */
  action?: { label: string; onPress: () => void }
}
type Shown = Content & { id: number }

const Show = createContext<(content: Content | string) => void>(() => {})

/** `const toast = useToast()`, then `toast('Link copied.')` or `toast({ text, action })`. */
export const useToast = () => use(Show)

/** Rendered once around the whole product, because its live region must exist before a toast can be announced. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown[]>([])
  const show = useCallback((given: Content | string) => {
    const content = typeof given === 'string' ? { text: given } : given
    setShown((before) => [...before, { ...content, id: (before.at(-1)?.id ?? 0) + 1 }].slice(-3))
  }, [])
  const drop = (id: number) => setShown((before) => before.filter((toast) => toast.id !== id))
  return (
    <Show value={show}>
      {children}
      <section className={css.place} aria-label="Notices" aria-live="polite">
        {shown.map((toast) => (
          <Toast key={toast.id} {...toast} onDrop={() => drop(toast.id)} />
        ))}
      </section>
    </Show>
  )
}

/** Disappears by itself, but not while the pointer or the focus is on it. */
function Toast({ onDrop, ...content }: Content & { onDrop: () => void }) {
  const { text, tone, action, seconds = action ? 10 : 5 } = content
  const [isHovered, setHovered] = useState(false)
  const onTime = useEffectEvent(onDrop)
  useEffect(() => {
    if (isHovered) return undefined
    const timer = setTimeout(() => onTime(), seconds * 1000)
    return () => clearTimeout(timer)
  }, [isHovered, seconds])
  const act = () => {
    action?.onPress()
    onDrop()
  }
  return (
    <div
      className={css.toast}
      data-tone={tone}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setHovered(true)}
      onBlur={() => setHovered(false)}
    >
      <p className={css.text}>{text}</p>
      {action && (
        <button type="button" className={css.action} onClick={act}>
          {action.label}
        </button>
      )}
      <IconButton label="Dismiss" icon={<X />} onClick={onDrop} />
    </div>
  )
}
