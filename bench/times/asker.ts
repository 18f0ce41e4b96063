// Asks one question after the other, in a process of its own: the bench's own heap, full of what it has filled the
// database with, would be tidied up in the middle of what is timed.
import { ask } from './ask.ts'
import type { Request } from './asked.ts'

export type Asked = { origin: string; requests: Request[] }
/** How long each took, in milliseconds; or why it failed. */
export type Took = { times: number[] } | { failed: string }

process.on('message', (asked: Asked) => {
  timesOf(asked).then(
    (times) => process.send!({ times } satisfies Took),
    (error: Error) => process.send!({ failed: error.message } satisfies Took),
  )
})

async function timesOf({ origin, requests }: Asked): Promise<number[]> {
  const times: number[] = []
  for (const request of requests) times.push(await ask(origin, request))
  return times
}
