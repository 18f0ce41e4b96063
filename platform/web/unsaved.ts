import { useEffect, useEffectEvent } from 'react'

/** One function for each form on the page. It returns whether the form contains something that isn't saved. */
const forms = new Set<() => boolean>()

/** Asks before another page is opened, by a link or the browser's Back, while `isUnsaved` returns true. */
export function useUnsaved(isUnsaved: () => boolean): void {
  const check = useEffectEvent(isUnsaved)
  useEffect(() => {
    const form = () => check()
    forms.add(form)
    return () => void forms.delete(form)
  }, [])
}

export const isAnythingUnsaved = () => [...forms].some((isUnsaved) => isUnsaved())

/** Lets the page be left without a question, because what is typed can't be saved any more. */
export const forgetUnsaved = () => forms.clear()
