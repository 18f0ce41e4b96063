import pLimit from 'p-limit'
import { Refusal, unavailable } from '#platform/contract/failure.ts'
import type { Sender } from '#platform/server/http/places.ts'
import { placesForSenders } from '../places.server.ts'

/** Refuses a picture that may be sent again soon. */
export const encoderBusy = () =>
  new Refusal(503, unavailable.code, unavailable.message, {}, { 'Retry-After': '5' })

type Limits = {
  /** Maximum number of jobs that run or wait. A further job is refused at once. */
  most: Parameters<typeof placesForSenders>[0]
  /** Milliseconds after which a waiting job is refused. */
  patience: number
}

/** Runs one job at a time. */
export function serialQueue({ most, patience }: Limits) {
  const limit = pLimit(1)
  // p-limit's own count isn't used, because it includes refused jobs until their turn comes.
  const places = placesForSenders(most)

  return {
    /** Throws a 503 if another job would be refused. Callers check this before they read a request's body. */
    refuseIfFull(sender: Sender): void {
      if (!places.hasRoomFor(sender)) throw encoderBusy()
    },
    /** Returns the number of jobs that are running or waiting. */
    jobCount: places.count,
    async run<T>(sender: Sender, work: () => Promise<T>): Promise<T> {
      const leave = places.take(sender)
      if (!leave) throw encoderBusy()
      let timer: NodeJS.Timeout | undefined
      let late = false
      const tooLate = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => {
          late = true
          reject(encoderBusy())
        }, patience)
      })
      const mine = limit(() => {
        clearTimeout(timer)
        return late ? tooLate : work()
      })
      try {
        return await Promise.race([mine, tooLate])
      } finally {
        leave()
      }
    },
  }
}
