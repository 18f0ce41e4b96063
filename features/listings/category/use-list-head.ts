import { useEffect, useRef } from 'react'
import type { Listing } from './listing-loader.ts'
import { searchOf } from '../question.ts'
import type { Asking } from './use-question.ts'

/**
 * For the box of the lists. When another list has come by one's own choice, it is seen from its head, and
 * the focus goes to its heading where its former place is gone.
 */
export function useListHead({ question }: Listing, { busy, takeByHand }: Asking, sheet: boolean) {
  const box = useRef<HTMLDivElement>(null)
  const seen = useRef(searchOf(question))
  const fromSheet = useRef(false)
  const shown = searchOf(question)
  useEffect(() => {
    if (sheet) fromSheet.current = true
    if (sheet || busy) return
    const closed = fromSheet.current
    fromSheet.current = false
    if (seen.current === shown) return
    seen.current = shown
    if (!takeByHand()) return
    const above = (box.current?.getBoundingClientRect().top ?? 0) < 0
    // The button of the bar that opened the sheet goes when the list's head comes into view.
    if (document.activeElement === document.body || (closed && above))
      box.current?.querySelector('h2')?.focus({ preventScroll: true })
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
    if (above) box.current?.scrollIntoView({ behavior: calm ? 'instant' : 'smooth' })
  }, [shown, sheet, busy, takeByHand])
  return box
}
