import { type ReactNode, Suspense, use, useEffect, useMemo, useState } from 'react'
import { useHydrated } from './stored.ts'

/**
 * Hydrates its content, a single element, in a task of its own after the page around it. This keeps a phone responsive
 * while a long list is hydrated. Until its turn comes, the server's HTML stays as it is, and early.js keeps taps on it.
 */
export function HydrateInTurn({ children }: { children: ReactNode }) {
  const hydrated = useHydrated()
  const [turn] = useState(() => (hydrated || import.meta.env.SSR ? null : nextTurn()))
  // Hydration must begin with what the server rendered, even if the page has newer data by then.
  const [first] = useState(children)
  const [done, setDone] = useState(hydrated)
  const content = done ? children : first
  return useMemo(
    () => (
      <Suspense>
        <Turn turn={turn} onHydrated={setDone}>
          {content}
        </Turn>
      </Suspense>
    ),
    [turn, content],
  )
}

type TurnProps = {
  turn: Promise<void> | null
  onHydrated: (hydrated: true) => void
  children: ReactNode
}

function Turn({ turn, onHydrated, children }: TurnProps) {
  if (turn) use(turn)
  useEffect(() => onHydrated(true), [onHydrated])
  return children
}

const waiting: (() => void)[] = []

/** Resolves in a task of its own, when everything that asked for its turn before has had it. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setTimeout(takeTurn)
  })
}

function takeTurn(): void {
  // What waited for it is rendered in this task's microtasks, so before the next task.
  waiting.shift()?.()
  if (waiting.length > 0) setTimeout(takeTurn)
}
