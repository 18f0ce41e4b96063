import { useEffect, useLayoutEffect, useRef } from 'react'

const controls = 'button, a[href], summary, input, select, textarea'

/**
 * Returns a ref for a box whose rows or buttons go when they are pressed. If the control that has the focus goes, the one
 * that takes its place gets it, or the last one, so that the keyboard doesn't begin again at the top of the page. The
 * component must be rendered whenever a control goes.
 */
export function useKeptFocus<Box extends HTMLElement>() {
  const box = useRef<Box>(null)
  const had = useRef<{ control: Element; at: number }>(undefined)
  const all = () => [...box.current!.querySelectorAll<HTMLElement>(controls)]
  // After each rendering, because the box may be there only then.
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const control = target as HTMLElement
      had.current = { control, at: all().indexOf(control) }
    }
    const { current } = box
    current?.addEventListener('focusin', note)
    return () => current?.removeEventListener('focusin', note)
  })
  useLayoutEffect(() => {
    if (!had.current || had.current.control.isConnected) return
    const { at } = had.current
    had.current = undefined
    // Without rows the box may be gone, too.
    const left = box.current
      ? all()
      : [...document.querySelectorAll<HTMLElement>('dialog:modal button')]
    // What gets the focus now is noted again.
    if (document.activeElement === document.body)
      (left[at] ?? left.at(-1))?.focus({ preventScroll: true })
  })
  return box
}
