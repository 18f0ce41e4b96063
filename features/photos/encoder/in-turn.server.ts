import pLimit from 'p-limit'
import { Refusal, unavailable } from '#platform/contract/failure.ts'

const busy = () =>
  new Refusal(503, unavailable.code, unavailable.message, {}, { 'Retry-After': '5' })

type Limits = {
  /** So many wait; the next is sent away at once. */
  waiting: number
  /** Who has waited this long is sent away too, in milliseconds. */
  patience: number
}

/** Runs one work at a time. */
export function inTurn({ waiting: max, patience }: Limits) {
  const limit = pLimit(1)
  // Our own count: p-limit's keeps those who were sent away until their turn.
  let inside = 0

  function refuseIfFull(): void {
    if (inside > max) throw busy()
  }

  return {
    /** Throws a 503 where the next work would be sent away: to be asked before its bytes are read. */
    refuseIfFull,
    /** In hand or waiting. */
    inside: () => inside,
    async run<T>(work: () => Promise<T>): Promise<T> {
      refuseIfFull()
      inside++
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
        inside--
      }
    },
  }
}
