import { type ReactNode, Suspense, use, useEffect, useMemo, useState } from 'react'
import { IdScope, useId } from '../ids.tsx'
import { useHydrated } from '../storage/stored.ts'

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
          <InTurn turn={turn} onHydrated={setDone}>
            {content}
          </InTurn>
        </Suspense>
      </IdScope>
    ),
    [id, turn, content],
  )
}

type InTurnProps = {
  turn: Turn | null
  onHydrated: (hydrated: true) => void
  children: ReactNode
}

function InTurn({ turn, onHydrated, children }: InTurnProps) {
  if (turn) use(turn as unknown as Promise<void>)
  useEffect(() => onHydrated(true), [onHydrated])
  return children
}

/** Can be awaited, and used by a component. */
type Turn = { then(callback: () => void): void }

/** What waits for each turn, in the order of the turns. */
const turns: (() => void)[][] = []
let tasks: MessagePort | undefined

/**
 * Returns a turn that comes in a task of its own, when all turns before it have come. Only for the browser. It isn't a
 * Promise, because a browser that is measured or debugged records the call stack for each of those: with 50 cards that
 * took as long as hydrating the page around them.
 */
export function nextTurn(): Turn {
  let come = false
  const callbacks = [
    () => {
      come = true
    },
  ]
  turns.push(callbacks)
  if (turns.length === 1) askForTask()
  return {
    // oxlint-disable-next-line unicorn/no-thenable -- a component can only use what has a `then`
    then(callback) {
      if (come) queueMicrotask(callback)
      else callbacks.push(callback)
    },
  }
}

/** Resolves when nothing waits for its turn, also of what came while others had theirs. */
export async function allTurns(): Promise<void> {
  do await nextTurn()
  while (turns.length > 0)
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
  for (const callback of turns.shift() ?? []) callback()
  if (turns.length > 0) askForTask()
}
