import { createContext, type ReactNode, use, useCallback, useEffect, useRef, useState } from 'react'
import { X } from 'lucide-react'
import { IconButton } from '../button.tsx'
import css from './toast.module.css'

type Content = {
  text: ReactNode
  tone?: 'good' | 'bad'
  /** What was changed. An earlier toast about the same thing is removed. */
  about?: string
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
  const next = useRef(0)
  const show = useCallback((given: Content | string) => {
    const content = typeof given === 'string' ? { text: given } : given
    const id = (next.current += 1)
    const isOther = ({ about }: Shown) => about === undefined || about !== content.about
    setShown((before) => [...before.filter(isOther), { ...content, id }].slice(-3))
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
  const [isHeld, setHeld] = useState(false)
  const milliseconds = action ? 10_000 : 5000
  useEffect(() => {
    if (isHeld) return undefined
    const timer = setTimeout(() => onDrop(id), milliseconds)
    return () => clearTimeout(timer)
  }, [isHeld, id, milliseconds, onDrop])
  const act = () => {
    action?.onPress()
    onDrop(id)
  }
  return (
    <div
      className={css.toast}
      data-tone={tone}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <p className={css.text}>{text}</p>
      {action && (
        <button type="button" className={css.action} onClick={act}>
          {action.label}
        </button>
      )}
      <IconButton label="Dismiss" icon={<X />} onClick={() => onDrop(id)} />
    </div>
  )
}
