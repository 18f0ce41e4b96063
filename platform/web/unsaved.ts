import { useEffect, useEffectEvent } from 'react'

/** One function for each form on the page. It returns whether the form contains something that isn't saved. */
const forms = new Set<() => boolean>()

/**
 * Asks before another page is opened, by a link or the browser's Back, and before this one is reloaded or closed, while
 * `isUnsaved` returns true. The component must be rendered whenever that may have changed.
 */
export function useUnsaved(isUnsaved: () => boolean): void {
  const check = useEffectEvent(isUnsaved)
  useEffect(() => {
    const form = () => check()
    forms.add(form)
    return () => {
      forms.delete(form)
      checkAgain()
    }
  }, [])
  useEffect(checkAgain)
}

export const isAnythingUnsaved = () => [...forms].some((isUnsaved) => isUnsaved())

const waiting = new Set<() => void>()

/** Calls `next` once nothing is unsaved any more. Returns a function that ends this. */
export function onceAllIsSaved(next: () => void): () => void {
  waiting.add(next)
  if (!isAnythingUnsaved()) next()
  return () => void waiting.delete(next)
}

/** Lets the page be left without a question, because what is typed can't be saved any more or may be lost. */
export function forgetUnsaved(): void {
  forms.clear()
  checkAgain()
}

const ask = (event: BeforeUnloadEvent) => event.preventDefault()

/** Browsers don't keep a page with such a listener for Back, so there is one only while something is unsaved. */
function checkAgain(): void {
  if (isAnythingUnsaved()) return addEventListener('beforeunload', ask)
  removeEventListener('beforeunload', ask)
  for (const next of waiting) next()
}
