import { setImmediate as turn } from 'node:timers/promises'

/** Milliseconds that long work may hold the thread before other work gets a turn (docs/safety.md, S30). */
const most = 5

export type Pauses = ReturnType<typeof createPauses>

/** Lets long work pause now and then: `if (pauses.isDue()) await pauses.pause()`. */
export function createPauses() {
  let since = performance.now()
  return {
    isDue: () => performance.now() - since > most,
    async pause() {
      await turn()
      since = performance.now()
    },
  }
}
