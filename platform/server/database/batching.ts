import DataLoader from 'dataloader'

/** Maximum milliseconds that a batch waits for the previous one, which may be blocked by a lock on other rows. */
const maxWait = 25
const maxBatchSize = 100

/**
 * Runs requests in batches. Requests that arrive while a batch runs form the next batch, so that without load no
 * request waits, and under load many requests share a transaction. `run` returns an answer or an Error for each
 * request, in order; if it throws, all of them fail.
 */
export function batchRequests<Request, Answer>(
  run: (requests: readonly Request[]) => Promise<(Answer | Error)[]>,
): (request: Request) => Promise<Answer> {
  const waiting: (() => void)[] = []
  let running = 0
  const next = () => {
    if (running === 0) waiting.shift()?.()
  }
  async function runAll(requests: readonly Request[]) {
    running++
    let blocksNext = true
    const unblockNext = () => {
      if (!blocksNext) return
      blocksNext = false
      running--
      next()
    }
    const timeout = setTimeout(unblockNext, maxWait)
    try {
      return await run(requests)
    } finally {
      clearTimeout(timeout)
      unblockNext()
    }
  }
  const loader = new DataLoader<Request, Answer>(runAll, {
    cache: false,
    maxBatchSize,
    batchScheduleFn(begin) {
      waiting.push(begin)
      setImmediate(next)
    },
  })
  return (request) => loader.load(request)
}
