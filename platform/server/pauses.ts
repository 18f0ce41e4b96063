/** Milliseconds for which all long work together may hold the thread in one turn of the event loop (docs/safety.md, S30). */
const most = 5

const waiting: (() => void)[] = []
let since = performance.now()

/**
 * Lets long work pause now and then: `if (pauses.isDue()) await pauses.pause()`. All work of the process takes turns, one
 * in each turn of the event loop, so that much of it at once delays others no longer than one does.
 */
export const pauses = {
  isDue: () => performance.now() - since > most,
  pause: () =>
    new Promise<void>((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(resumeNext)
    }),
}

function resumeNext(): void {
  since = performance.now()
  waiting.shift()!()
  if (waiting.length > 0) setImmediate(resumeNext)
}
