import { Worker } from 'node:worker_threads'
import { away } from '../probe.ts'

type Options = {
  /** Answers each message that it gets with one of its own, in their order (`timed-thread-end.ts`). */
  file: URL
  /** Milliseconds that one message may be worked on. */
  limit: number
  /** How many may wait for their turn; the next is refused. */
  most: number
  /** Milliseconds that a thread without work is kept. */
  idle?: number
  /** Milliseconds that a thread may take to begin: the machine may be busy. */
  beginning?: number
  /** What the thread finds as `workerData`. */
  data?: Record<string, string>
}

/** What is told where the work on a message takes too long. */
export const tooLong = Symbol('too long')

type Job<Out> = {
  message: string
  resolve(answer: Out | typeof tooLong): void
  reject(error: unknown): void
}

/** With half of it three fifths of a thread's time went into collecting garbage. */
const memory = { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 256 }

/**
 * Work whose length depends on what somebody sent, done off the main thread, one after the other, and stopped where it
 * takes too long. The thread comes with the first work and goes when there is none for a while, with all its memory.
 */
export function timedThread<Out>(options: Options) {
  const { file, limit, most, idle = 10_000, beginning = 30_000, data } = options
  const waiting: Job<Out>[] = []
  let worker: Worker | null = null
  let begun = false
  let current: Job<Out> | null = null
  let timer: NodeJS.Timeout | undefined

  /** There is one timer: what it waited for before is over. */
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
      // One that can't begin fails whoever waits, or it would be tried for ever.
      current ??= waiting.shift() ?? null
      settle(({ reject }) => reject(error ?? new Error('The thread ended.')))
    }
    worker.once('error', broke)
    worker.once('exit', () => broke())
    after(beginning, broke)
  }

  function next() {
    if (current) return
    if (waiting.length === 0) {
      worker?.unref()
      if (!worker) return
      after(idle, end)
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
      settle(({ resolve }) => resolve(tooLong))
    })
  }

  return (message: string): Promise<Out | typeof tooLong> =>
    new Promise((resolve, reject) => {
      if (waiting.length >= most) return reject(away())
      waiting.push({ message, resolve, reject })
      next()
    })
}
