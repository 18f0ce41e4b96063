import { useEffect, useState, useSyncExternalStore } from 'react'
import { Toggle, type ToggleResponse } from './toggle.ts'

type Options = {
  on: boolean
  count?: number
  /** The state that a waiting write sets, or undefined if none waits (platform/web/queue). */
  waiting?: boolean | undefined
  send: (on: boolean) => Promise<ToggleResponse>
}

/**
 * A switch that shows taps at once, however fast they follow each other. `on` and `count` are the server's values. If
 * the server refuses a tap, `error` contains its text until the next tap.
 */
export function useToggle({ on, count, waiting, send }: Options) {
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
  useEffect(() => toggle.sendWith(send), [toggle, send])
  useEffect(() => toggle.learn({ on, count }), [toggle, on, count])
  // Runs after the effect above, because the waiting write is newer than the server's values. Once it has been sent,
  // the switch stays as it is.
  useEffect(() => {
    if (waiting === undefined) return
    const ahead = Number(waiting) - Number(on)
    toggle.learn({ on: waiting, ...(count !== undefined && { count: count + ahead }) })
  }, [toggle, waiting, on, count])
  const state = useSyncExternalStore(made.subscribe, made.state, made.state)
  return {
    ...state,
    flip: () => void toggle.tap(performance.now()),
    turnOn: () => void toggle.set(true),
    /** Switches off, unless it is off already. */
    turnOff: () => void toggle.set(false),
    /** Takes over a newer state from the server that isn't in `on` and `count` yet. */
    learn: (truth: { on: boolean; count?: number }) => toggle.learn(truth),
  }
}
