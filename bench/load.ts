// Generates the load in a separate process, so that sending requests doesn't slow down the server's process.
import autocannon from 'autocannon'
import { spreadOf } from './measure.ts'
import { translated, type Way } from './peers/translations.ts'
import { alsoAsked, questions } from './questions.ts'

export type Load = {
  url: string
  figure: string
  items: number
  tokens: string[]
  seed: number
  connections: number
  seconds: number
  /** Number of requests to send, instead of a duration. */
  amount?: number
  /** The product for which requests are translated. Left out for our own site. */
  as?: Way
}
export type Loaded = {
  perSecond: number
  p50: number
  p99: number
  refused: number
  /** Number of responses by status, if some were refused. */
  statuses?: Record<string, { count?: number }>
}

process.on('message', (load: Load) => {
  const next = { ...questions, ...alsoAsked }[load.figure]!(load)
  const took: number[] = []
  const running = autocannon(
    {
      url: load.url,
      connections: load.connections,
      ...(load.amount ? { amount: load.amount } : { duration: load.seconds }),
      requests: [
        {
          setupRequest(request) {
            const { method, path, token } = next()
            if (load.as) return { ...request, method, ...translated(load.as, path) }
            const headers: Record<string, string> = token
              ? { Authorization: `Bearer ${token}` }
              : {}
            return { ...request, method, path, headers }
          },
        },
      ],
    },
    (error, result) => {
      if (error) throw error
      const { p50, p99 } = spreadOf(took)
      const refused = result.non2xx + result.errors + result.timeouts
      const perSecond = result.requests.total / result.duration
      const statuses = refused > 0 ? result.statusCodeStats : undefined
      process.send!({ perSecond, p50, p99, refused, statuses } satisfies Loaded)
    },
  )
  running.on('response', (_client, _status, _bytes, milliseconds: number) =>
    took.push(milliseconds),
  )
})
