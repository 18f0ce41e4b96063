export type ToggleState = {
  on: boolean
  count: number
  /** What to tell when the last tap was refused. */
  error: string | null
}

/** What the server says after a change; a count that it doesn't tell is kept by adding and taking one. */
export type ToggleAnswer = { on?: boolean; count?: number } | void

type Send = (on: boolean) => Promise<ToggleAnswer>

/**
 * A switch that shows at once what was wanted and tells the server in order: one request at a time, and of the
 * taps made meanwhile only the last, if it differs from what the server then holds. A refusal of the tap
 * that still stands brings back the truth and a word.
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

  /** The same object until something changes. */
  get state(): ToggleState {
    return this.#shown
  }

  /** For the newest `send` of a component that is drawn again. */
  sendWith(send: Send) {
    this.#send = send
  }

  flip() {
    return this.set(!this.#wanted)
  }

  /** The first tap resolves when nothing is left to send, one made meanwhile at once. */
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

  /** News from the server (a list loaded again); what is being wanted goes before it. */
  learn(truth: { on: boolean; count?: number }) {
    if (this.#sending) return
    const count = truth.count ?? 0
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
      // A server that keeps another state than the one asked for is not asked again.
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
