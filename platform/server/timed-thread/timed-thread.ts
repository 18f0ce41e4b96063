import { Worker } from 'node:worker_threads'
import { unavailable } from '#platform/contract/failure.ts'

type Options = {
  /** Script of the thread, which answers each message in order (`timed-thread-end.ts`). */
  file: URL
  /** Maximum time per message, in milliseconds. */
  limit: number
  /** Maximum number of waiting messages. Further ones are refused. */
  maxWaiting: number
  /** Milliseconds after which a thread without work is stopped. */
  idleTimeout?: number
  /** Maximum time for a thread to start, in milliseconds. It is long because the machine may be busy. */
  startTimeout?: number
  /** Passed to the thread as `workerData`. */
  data?: Record<string, string>
}

/** Returned instead of an answer if the work on a message takes too long. */
export const timedOut = Symbol('too long')

type Job<Out> = {
  message: string
  resolve(answer: Out | typeof timedOut): void
  reject(error: unknown): void
}

/** With half of this memory, garbage collection took three fifths of a thread's time. */
const memory = { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 256 }

/**
 * Runs work whose duration depends on user input in a separate thread, one message at a time, and stops it if it takes
 * too long. The thread starts with the first message and stops when it is idle for a while, which frees its memory.
 */
export function timedThread<Out>(options: Options) {
  const { file, limit, maxWaiting, idleTimeout = 10_000, startTimeout = 30_000, data } = options
  const waiting: Job<Out>[] = []
  let worker: Worker | null = null
  let begun = false
  let current: Job<Out> | null = null
  let timer: NodeJS.Timeout | undefined

  /** Sets the timer. There is only one, so this cancels what it was set for before. */
  function after(milliseconds: number, act: () => void) {
    clearTimeout(timer)
    timer = setTimeout(act, milliseconds)
  }

  function end() {
    const old = worker
    worker = null
    begun = false
    clearTimeout(timer)
    old?.removeAllListeners()
    old?.on('error', () => {})
    void old?.terminate()
  }

  function settle(finish: (job: Job<Out>) => void) {
    const job = current
    current = null
    if (job) finish(job)
    next()
  }

  function start() {
    worker = new Worker(file, { resourceLimits: memory, workerData: data })
    worker.unref()
    worker.on('message', (said: { begun: true } | { answer: Out } | { error: string }) => {
      if ('begun' in said) {
        begun = true
        next()
      } else if ('answer' in said) settle(({ resolve }) => resolve(said.answer))
      else if ('error' in said) settle(({ reject }) => reject(new Error(said.error)))
    })
    const broke = (error?: unknown) => {
      end()
      // If the thread can't start, the first waiting message fails; otherwise it would be retried forever.
      current ??= waiting.shift() ?? null
      settle(({ reject }) => reject(error ?? new Error('The thread ended.')))
    }
    worker.once('error', broke)
    worker.once('exit', () => broke())
    after(startTimeout, broke)
  }

  function next() {
    if (current) return
    if (waiting.length === 0) {
      worker?.unref()
      if (!worker) return
      after(idleTimeout, end)
      timer?.unref()
      return
    }
    if (!worker) start()
    worker!.ref()
    if (!begun) return
    current = waiting.shift()!
    worker!.postMessage(current.message, [])
    after(limit, () => {
      end()
      settle(({ resolve }) => resolve(timedOut))
    })
  }

  return (message: string): Promise<Out | typeof timedOut> =>
    new Promise((resolve, reject) => {
      if (waiting.length >= maxWaiting) return reject(unavailable())
      waiting.push({ message, resolve, reject })
      next()
    })
}
