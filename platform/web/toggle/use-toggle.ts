import { useEffect, useState, useSyncExternalStore } from 'react'
import { Toggle, type ToggleResponse } from './toggle.ts'

type Options = {
  on: boolean
  count?: number
  send: (on: boolean) => Promise<ToggleResponse>
}

/**
 * A switch that shows taps at once, however fast they follow each other. `on` and `count` are the server's values. If
 * the server refuses a tap, `error` contains its text until the next tap.
 */
export function useToggle({ on, count, send }: Options) {
  const [{ toggle, subscribe, state: getState }] = useState(() => {
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
  useEffect(() => toggle.sendWith(send), [toggle, send])
  useEffect(() => toggle.learn({ on, count }), [toggle, on, count])
  const state = useSyncExternalStore(subscribe, getState, getState)
  return {
    ...state,
    flip: () => void toggle.flip(),
    /** Switches off, unless it is off already. */
    turnOff: () => void toggle.set(false),
    /** Takes over a newer state from the server that isn't in `on` and `count` yet. */
    learn: (truth: { on: boolean; count?: number }) => toggle.learn(truth),
  }
}
