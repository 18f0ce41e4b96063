import { useEffect, useEffectEvent } from 'react'
import { NavigationType, useBlocker } from 'react-router'

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

/**
 * Lets the browser's Back close the topmost dialog, as Escape does, instead of leaving the page and losing what was
 * typed. React Router asks a single blocker, so one component does it for all dialogs. Render it once.
 */
export function CloseDialogOnBack() {
  const { state, reset } = useBlocker(
    ({ historyAction }) => historyAction === NavigationType.Pop && closable.size > 0,
  )
  useEffect(() => {
    if (state !== 'blocked') return
    reset()
    // The dialog handles it like Escape, so a dialog that asks before it closes asks here too.
    ;[...closable].at(-1)?.dispatchEvent(new Event('cancel', { cancelable: true }))
  }, [state, reset])
  return null
}
