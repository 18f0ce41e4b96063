// The load, in a process of its own: what it takes to ask is not taken from who answers.
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
  /** So many questions, however long they take. */
  amount?: number
  /** Whose way of asking; our own where it isn't said. */
  as?: Way
}
export type Loaded = {
  perSecond: number
  p50: number
  p99: number
  refused: number
  /** Answers other than success by status. */
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
