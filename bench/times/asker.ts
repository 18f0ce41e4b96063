// Sends one request after the other, in a separate process. In the bench's own process, garbage from filling the
// database would be collected in the middle of the measurements.
import { ask } from './ask.ts'
import type { Request } from './asked.ts'

export type Asked = { origin: string; requests: Request[] }
/** How long each request took, in milliseconds, or why one failed. */
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
