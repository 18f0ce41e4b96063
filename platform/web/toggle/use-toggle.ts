import { useEffect, useState, useSyncExternalStore } from 'react'
import { useWaitingState } from '../queue/waiting-lines.ts'
import { session } from '../session/session.ts'
import { onAnswerElsewhere, tellOtherTabs } from './other-tabs.ts'
import { Toggle, type ToggleResponse } from './toggle.ts'

type Options = {
  on: boolean
  count?: number
  /** What is switched, the same in all tabs and for writes that wait (platform/web/queue). */
  about: string
  send: (on: boolean) => Promise<ToggleResponse>
}

/**
 * A switch that shows taps at once, however fast they follow each other. `on` and `count` are the server's values. If
 * the server refuses a tap, `error` contains its text until the next tap. Other tabs show what the server answered.
 */
export function useToggle({ on, count, about, send }: Options) {
  const waiting = useWaitingState(about)
  const [made] = useState(() => {
    const listeners = new Set<() => void>()
    const toggle = new Toggle({ on, count }, send, () => {
      for (const listener of listeners) listener()
    })
    const subscribe = (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    }
    return { toggle, subscribe, state: () => toggle.state }
  })
  const { toggle } = made
  useEffect(
    () =>
      toggle.sendWith(async (on) => {
        const by = session().id
        const answer = await send(on)
        tellOtherTabs({ about, by, on, ...answer })
        return answer
      }),
    [toggle, send, about],
  )
  useEffect(() => toggle.learn({ on, count }), [toggle, on, count])
  // Runs after the effect above, because the waiting write is newer than the server's values. Once it has been sent,
  // the switch stays as it is.
  useEffect(() => {
    if (waiting === undefined) return
    const ahead = Number(waiting) - Number(on)
    toggle.learn({ on: waiting, ...(count !== undefined && { count: count + ahead }) })
  }, [toggle, waiting, on, count])
  useEffect(
    () =>
      onAnswerElsewhere(about, ({ on, ...answer }) => {
        if (on !== undefined) toggle.learn({ on, ...answer })
      }),
    [toggle, about],
  )
  const state = useSyncExternalStore(made.subscribe, made.state, made.state)
  return {
    ...state,
    flip: () => void toggle.flip(),
    /** Switches off, unless it is off already. */
    turnOff: () => void toggle.set(false),
    /** Takes over a newer state from the server that isn't in `on` and `count` yet. */
    learn: (truth: { on: boolean; count?: number }) => toggle.learn(truth),
  }
}
