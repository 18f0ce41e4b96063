import { useEffect, useEffectEvent } from 'react'

/** The open dialogs that Back closes, and the pages that handle Back, in the order in which they were opened. */
const closable = new Set<EventTarget>()

/** Makes the browser's Back close the dialog. Returns a function that ends this. */
export function closeOnBack(dialog: EventTarget): () => void {
  closable.add(dialog)
  return () => closable.delete(dialog)
}

/** Calls `onBack` when the browser's Back is pressed, instead of leaving the page. */
export function useBack(onBack: () => void): void {
  const handle = useEffectEvent(onBack)
  useEffect(() => {
    const page = new EventTarget()
    page.addEventListener('cancel', () => handle())
    return closeOnBack(page)
  }, [])
}

export const canCloseOnBack = () => closable.size > 0

/** The dialog handles it like Escape, so a dialog that asks before it closes asks here too. */
export const closeTopmost = () =>
  [...closable].at(-1)?.dispatchEvent(new Event('cancel', { cancelable: true }))
