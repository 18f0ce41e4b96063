export type ToggleState = {
  on: boolean
  count: number
  /** The text to show if the server refused the last tap, otherwise null. */
  error: string | null
}

/** The server's response to a change. If it contains no count, the previous count changes by one. */
export type ToggleResponse = { on?: boolean; count?: number } | void

type Send = (on: boolean) => Promise<ToggleResponse>

/**
 * A switch that shows each tap at once and sends one request at a time. Of the taps made during a request only the last
 * is sent, if it differs from the server's state by then. If the server refuses a tap and the user hasn't tapped again,
 * the switch returns to the server's state and has an error text.
 */
export class Toggle {
  #truth: { on: boolean; count: number }
  #wanted: boolean
  #sending = false
  #send: Send
  #changed: () => void
  #shown: ToggleState

  constructor(start: { on: boolean; count?: number }, send: Send, changed: () => void = () => {}) {
    this.#truth = { on: start.on, count: start.count ?? 0 }
    this.#wanted = start.on
    this.#send = send
    this.#changed = changed
    this.#shown = { ...this.#truth, error: null }
  }

  /** Returns the same object until something changes. */
  get state(): ToggleState {
    return this.#shown
  }

  /** Replaces `send`, because a component passes a new function with each render. */
  sendWith(send: Send) {
    this.#send = send
  }

  flip() {
    return this.set(!this.#wanted)
  }

  /** Sets the switch. Resolves when nothing is left to send; during a request it resolves at once. */
  async set(on: boolean): Promise<void> {
    this.#wanted = on
    this.#show(null)
    if (this.#sending) return
    this.#sending = true
    try {
      while (this.#wanted !== this.#truth.on) await this.#step(this.#wanted)
    } finally {
      this.#sending = false
    }
  }

  /**
   * Takes over a newer state from the server, such as from a reloaded list. If it contains no count, the previous one
   * changes with `on`. A request under way takes precedence.
   */
  learn(truth: { on: boolean; count?: number }) {
    if (this.#sending) return
    const count = truth.count ?? this.#truth.count + Number(truth.on) - Number(this.#truth.on)
    if (truth.on === this.#truth.on && count === this.#truth.count) return
    this.#truth = { on: truth.on, count }
    this.#wanted = truth.on
    this.#show(null)
  }

  async #step(on: boolean) {
    try {
      const answer = (await this.#send(on)) ?? {}
      this.#truth = {
        on: answer.on ?? on,
        count: answer.count ?? this.#truth.count + (on ? 1 : -1),
      }
      // If the server's state still differs from the requested one, the request isn't repeated.
      if (this.#truth.on !== on && this.#wanted === on) this.#wanted = this.#truth.on
      this.#show(null)
    } catch (error) {
      const stands = this.#wanted === on
      if (stands) this.#wanted = this.#truth.on
      this.#show(stands ? wordOf(error) : null)
    }
  }

  #show(error: string | null) {
    const ahead = Number(this.#wanted) - Number(this.#truth.on)
    this.#shown = { on: this.#wanted, count: Math.max(0, this.#truth.count + ahead), error }
    this.#changed()
  }
}

const wordOf = (error: unknown) =>
  error instanceof Error && error.message ? error.message : 'That didn’t work. Please try again.'
