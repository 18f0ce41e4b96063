import pLimit from 'p-limit'
import { Refusal, unavailable } from '#platform/contract/failure.ts'

const busy = () =>
  new Refusal(503, unavailable.code, unavailable.message, {}, { 'Retry-After': '5' })

type Limits = {
  /** Maximum number of waiting jobs. A further job is refused at once. */
  waiting: number
  /** Milliseconds after which a waiting job is refused. */
  patience: number
}

/** Runs one job at a time. */
export function serialQueue({ waiting: max, patience }: Limits) {
  const limit = pLimit(1)
  // p-limit's own count isn't used, because it includes refused jobs until their turn comes.
  let jobCount = 0

  function refuseIfFull(): void {
    if (jobCount > max) throw busy()
  }

  return {
    /** Throws a 503 if another job would be refused. Callers check this before they read a request's body. */
    refuseIfFull,
    /** Returns the number of jobs that are running or waiting. */
    jobCount: () => jobCount,
    async run<T>(work: () => Promise<T>): Promise<T> {
      refuseIfFull()
      jobCount++
      let timer: NodeJS.Timeout | undefined
      let late = false
      const tooLate = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => {
          late = true
          reject(busy())
        }, patience)
      })
      const mine = limit(() => {
        clearTimeout(timer)
        return late ? tooLate : work()
      })
      try {
        return await Promise.race([mine, tooLate])
      } finally {
        jobCount--
      }
    },
  }
}
