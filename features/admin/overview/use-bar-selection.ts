import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'

/**
 * A range of bars, from where the choice began (`anchor`) to where it is now (`end`). `end` can be left of `anchor`.
 */
export type BarSelection = { anchor: number; end: number }

const ends = ({ anchor, end }: BarSelection) =>
  [Math.min(anchor, end), Math.max(anchor, end)] as const

/**
 * Chooses consecutive bars by dragging over them or by keyboard. Left, Right, Home and End move from bar to bar and,
 * with Shift, extend the choice; Enter confirms it and Escape clears it. Dragging over several bars confirms them on
 * release.
 */
export function useBarSelection(bars: number, take: (first: number, last: number) => void) {
  const [stretch, setStretch] = useState<BarSelection | null>(null)
  const dragging = useRef<BarSelection | null>(null)
  const chosen = stretch && stretch.anchor < bars && stretch.end < bars ? stretch : null
  const takeIt = (which: BarSelection) => {
    setStretch(null)
    take(...ends(which))
  }

  const barAt = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    return Math.max(0, Math.min(bars - 1, Math.floor(((clientX - left) / width) * bars)))
  }
  const drag = (to: BarSelection | null) => {
    dragging.current = to
    setStretch(to)
  }
  const keyDown = (event: KeyboardEvent) => {
    const { key, shiftKey } = event
    const at = chosen?.end ?? bars - 1
    const steps: Record<string, number> = {
      ArrowLeft: chosen ? at - 1 : at,
      ArrowRight: chosen ? at + 1 : at,
      Home: 0,
      End: bars - 1,
    }
    const step = steps[key]
    if (step !== undefined) {
      const end = Math.max(0, Math.min(bars - 1, step))
      setStretch({ anchor: shiftKey ? (chosen?.anchor ?? at) : end, end })
    } else if (key === 'Enter' && chosen) takeIt(chosen)
    else if (key === 'Escape' && chosen) drag(null)
    else return
    event.preventDefault()
  }

  return {
    chosen: chosen && ends(chosen),
    /** Index of the bar at the moving end of the choice, or null if no bar is chosen. */
    at: chosen?.end ?? null,
    take: () => chosen && takeIt(chosen),
    clear: () => drag(null),
    handlers: {
      onKeyDown: keyDown,
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0 || bars === 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        const bar = barAt(event)
        drag({ anchor: bar, end: bar })
      },
      onPointerMove: (event: PointerEvent) => {
        if (dragging.current) drag({ ...dragging.current, end: barAt(event) })
      },
      onPointerUp: () => {
        const which = dragging.current
        dragging.current = null
        // A single bar might only have been touched to read it, so it isn't confirmed.
        if (which && which.anchor !== which.end) takeIt(which)
      },
      onPointerCancel: () => drag(null),
    },
  }
}
