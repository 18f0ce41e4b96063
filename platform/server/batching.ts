import DataLoader from 'dataloader'

/** Milliseconds after which a run no longer holds up the next: it may be waiting for a lock that the next doesn’t need. */
const patience = 25
const most = 100

/**
 * Runs in one go what is asked for while an earlier run is under way: at rest nobody waits, and the busier it
 * gets, the more share a transaction. `run` gives an answer or an Error for each, in their order; if it fails, all fail.
 */
export function batched<Asked, Answer>(
  run: (all: readonly Asked[]) => Promise<(Answer | Error)[]>,
): (asked: Asked) => Promise<Answer> {
  const waiting: (() => void)[] = []
  let underWay = 0
  const next = () => {
    if (underWay === 0) waiting.shift()?.()
  }
  async function runAll(all: readonly Asked[]) {
    underWay++
    let holdsUp = true
    const letOn = () => {
      if (!holdsUp) return
      holdsUp = false
      underWay--
      next()
    }
    const overdue = setTimeout(letOn, patience)
    try {
      return await run(all)
    } finally {
      clearTimeout(overdue)
      letOn()
    }
  }
  const loader = new DataLoader<Asked, Answer>(runAll, {
    cache: false,
    maxBatchSize: most,
    batchScheduleFn(begin) {
      waiting.push(begin)
      setImmediate(next)
    },
  })
  return (asked) => loader.load(asked)
}
