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
      askAtUnload()
    }
  }, [])
  useEffect(askAtUnload)
}

export const isAnythingUnsaved = () => [...forms].some((isUnsaved) => isUnsaved())

/** Lets the page be left without a question, because what is typed can't be saved any more or may be lost. */
export function forgetUnsaved(): void {
  forms.clear()
  askAtUnload()
}

const ask = (event: BeforeUnloadEvent) => event.preventDefault()

/** Browsers don't keep a page with such a listener for Back, so there is one only while something is unsaved. */
function askAtUnload(): void {
  if (isAnythingUnsaved()) addEventListener('beforeunload', ask)
  else removeEventListener('beforeunload', ask)
}
