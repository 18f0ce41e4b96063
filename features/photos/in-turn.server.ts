import { Refusal, unavailable } from '#platform/contract/failure.ts'

/** Runs one work at a time; where more than `most` wait already, the next is sent away for a moment. */
export function inTurn(most: number) {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting > most)
      throw new Refusal(503, unavailable.code, unavailable.message, {}, { 'Retry-After': '5' })
    waiting++
    const mine = last.then(work).finally(() => waiting--)
    last = mine.catch(() => {})
    return mine
  }
}
