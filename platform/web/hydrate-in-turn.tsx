import { type ReactNode, Suspense, use, useEffect, useMemo, useState } from 'react'
import { IdScope, useId } from './ids.tsx'
import { useHydrated } from './stored.ts'

/**
 * Hydrates its content, a single element, in a task of its own after the page around it. This keeps a phone responsive
 * while a long list is hydrated. Until its turn comes, the server's HTML stays as it is, and early.js keeps taps on it.
 */
export function HydrateInTurn({ children }: { children: ReactNode }) {
  const id = useId()
  const hydrated = useHydrated()
  const [turn] = useState(() => (hydrated || import.meta.env.SSR ? null : nextTurn()))
  // Hydration must begin with what the server rendered, even if the page has newer data by then.
  const [first] = useState(children)
  const [done, setDone] = useState(hydrated)
  const content = done ? children : first
  return useMemo(
    () => (
      <IdScope prefix={id}>
        <Suspense>
          <Turn turn={turn} onHydrated={setDone}>
            {content}
          </Turn>
        </Suspense>
      </IdScope>
    ),
    [id, turn, content],
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
let tasks: MessagePort | undefined

/** Resolves in a task of its own, when everything that asked for its turn before has had it. Only for the browser. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) askForTask()
  })
}

/** A message comes at once, where timers that set one another wait at least four milliseconds. */
function askForTask(): void {
  if (!tasks) {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', takeTurn)
    port1.start()
    tasks = port2
  }
  tasks.postMessage(null, [])
}

function takeTurn(): void {
  // What waited for it is rendered in this task's microtasks, so before the next task.
  waiting.shift()?.()
  if (waiting.length > 0) askForTask()
}
