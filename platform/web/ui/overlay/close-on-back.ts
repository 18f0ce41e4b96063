import { useEffect } from 'react'
import { NavigationType, useBlocker, useLocation } from 'react-router'

/** The open dialogs that Back closes, in the order in which they were opened. */
const closable = new Set<HTMLDialogElement>()

/**
 * React Router's index of the entry that is added to the history. It is between those of the page that was opened
 * first and of the next one.
 */
const addedIndex = 0.5

const currentIndex = () => (history.state as { idx?: number } | null)?.idx

/** Makes the browser's Back close the dialog. Returns a function that ends this. */
export function closeOnBack(dialog: HTMLDialogElement): () => void {
  closable.add(dialog)
  // Nothing can keep Back from leaving the page that was opened first, so a second entry of this page is added. It is
  // added without React Router, which would load the page's data again.
  if (currentIndex() === 0) {
    history.pushState({ ...history.state, idx: addedIndex }, '')
    note()
  }
  return () => closable.delete(dialog)
}

/** The dialog handles it like Escape, so a dialog that asks before it closes asks here too. */
const cancelTopmost = () =>
  [...closable].at(-1)?.dispatchEvent(new Event('cancel', { cancelable: true }))

/** The history's entry before a `popstate` event. */
let entry: { index: number | undefined; url: string } | null = null
const note = () => (entry = { index: currentIndex(), url: location.href })

let isReturning = false

/** Handles Back from the added entry to the one before it. React Router must not notice this. */
function handleBackFromAdded(event: PopStateEvent) {
  const before = entry
  const { index, url } = note()
  if (isReturning) {
    isReturning = false
    event.stopImmediatePropagation()
    cancelTopmost()
  } else if (index === 0 && closable.size > 0) {
    isReturning = true
    event.stopImmediatePropagation()
    history.forward()
  } else if (index === 0 && before?.index === addedIndex && before.url === url) {
    // Both entries show the same, so without an open dialog Back goes on to the one before them.
    event.stopImmediatePropagation()
    history.back()
  }
}

/**
 * Lets the browser's Back close the topmost dialog, as Escape does, instead of leaving the page and losing what was
 * typed. React Router asks a single blocker, so one component does it for all dialogs. Render it once.
 */
export function CloseDialogOnBack() {
  const { state, reset } = useBlocker(
    ({ historyAction }) => historyAction === NavigationType.Pop && closable.size > 0,
  )
  // Renders this component after each change of the history.
  useLocation()
  useEffect(() => {
    note()
  })
  useEffect(() => {
    // In the capture phase, to come before React Router's own listener.
    addEventListener('popstate', handleBackFromAdded, { capture: true })
    return () => removeEventListener('popstate', handleBackFromAdded, { capture: true })
  }, [])
  useEffect(() => {
    if (state !== 'blocked') return
    reset()
    cancelTopmost()
  }, [state, reset])
  return null
}
