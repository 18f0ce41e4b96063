import { useEffect, useState, useSyncExternalStore } from 'react'

type ServerState = { on: boolean; count?: number }

/** The server's response to a change. If it contains no count, the previous count changes by one. */
export type ToggleResponse = Partial<ServerState> | void
type Send = (on: boolean) => Promise<ToggleResponse>

/**
 * A switch that shows each tap at once and sends one request at a time. Of the taps made during a request only the last
 * is sent, if it differs from the server's state by then. If the server refuses a tap and the user hasn't tapped again,
 * the switch returns to the server's state and has an error text.
 */
export class Toggle {
  #send: Send
  #server: Required<ServerState>
  #on: boolean
  #isSending = false
  #state: { on: boolean; count: number; error: string | null }
  #listeners = new Set<() => void>()

  constructor({ on, count = 0 }: ServerState, send: Send) {
    this.#send = send
    this.#server = { on, count }
    this.#on = on
    this.#state = { on, count, error: null }
  }

  /** Returns the same object until something changes. */
  getState = () => this.#state

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Replaces `send`, because a component passes a new function with each render. */
  sendWith = (send: Send) => void (this.#send = send)

  flip = () => this.set(!this.#on)

  /** Sets the switch. Resolves when nothing is left to send; during a request it resolves at once. */
  async set(on: boolean): Promise<void> {
    this.#on = on
    this.#show(null)
    if (this.#isSending) return
    this.#isSending = true
    while (this.#on !== this.#server.on) await this.#step(this.#on)
    this.#isSending = false
  }

  /**
   * Takes over a newer state from the server, such as from a reloaded list. If it contains no count, the previous one
   * changes with `on`. A request under way takes precedence.
   */
  learn = ({ on, count = this.#countIf(on) }: ServerState) => {
    if (this.#isSending || (on === this.#server.on && count === this.#server.count)) return
    this.#server = { on, count }
    this.#on = on
    this.#show(null)
  }

  async #step(on: boolean) {
    let error: string | null = null
    try {
      const { on: isOn = on, count = this.#countIf(isOn) } = (await this.#send(on)) ?? {}
      this.#server = { on: isOn, count }
    } catch (thrown) {
      error = (thrown as Error).message || 'That didn’t work. Please try again.'
    }
    if (this.#on !== on) return this.#show(null)
    // The request isn't repeated if the server's state still differs.
    this.#on = this.#server.on
    this.#show(error)
  }

  #countIf = (on: boolean) => this.#server.count + Number(on) - Number(this.#server.on)

  #show(error: string | null) {
    this.#state = { on: this.#on, count: Math.max(0, this.#countIf(this.#on)), error }
    for (const listener of this.#listeners) listener()
  }
}

/**
 * A switch that shows taps at once, however fast they follow each other. `on` and `count` are the server's values. If
 * the server refuses a tap, `error` contains its text until the next tap.
 */
export function useToggle({ on, count, send }: ServerState & { send: Send }) {
  const [toggle] = useState(() => new Toggle({ on, count }, send))
  useEffect(() => toggle.sendWith(send), [toggle, send])
  useEffect(() => toggle.learn({ on, count }), [toggle, on, count])
  return {
    ...useSyncExternalStore(toggle.subscribe, toggle.getState, toggle.getState),
    flip: () => void toggle.flip(),
    /** Switches off, unless it is off already. */
    turnOff: () => void toggle.set(false),
    learn: toggle.learn,
  }
}
