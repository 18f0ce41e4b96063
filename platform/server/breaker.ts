import { ServiceUnavailableError, type UnavailableReason } from './service-unavailable.ts'
import type { Services } from './services.ts'

const pauses: Record<UnavailableReason, number> = {
  'time-out': 30_000,
  outage: 30_000,
  malformed: 30_000,
  forbidden: 30_000,
  quota: 60_000,
  // A wrong API key stays wrong until somebody changes it.
  refused: 300_000,
}
const maxPause = 3_600_000

export type CircuitBreaker = {
  /** Runs the request. Throws ServiceUnavailableError if the service fails, or at once while the breaker is open. */
  call<T>(request: () => Promise<T>): Promise<T>
  /** Returns true while requests fail at once because the breaker is open. */
  isOpen(): boolean
}

export type Outage = { reason: UnavailableReason; pause: number }

type Options = {
  /**
   * Failures in a row after which the breaker opens. If the service refuses the API key or says how long to wait, the
   * breaker opens at the first failure. Without such a time, a used-up quota counts like any failure, because quotas
   * are often per minute and per visitor.
   */
  maxFailures: number
  log: Services['log']
  /** Messages logged once when the breaker opens and once when the service recovers, with extra log fields. */
  messages: { unavailable: string; back: string; fields?: object }
  /**
   * Called with each failure that opens the breaker or keeps it open; with null on the first success and each recovery.
   */
  onChange?: (outage: Outage | null) => void
  now?: () => number
}

/**
 * Creates a circuit breaker, so that a failing external service doesn't slow everybody down. While it is open, one
 * request per pause tries the service again and all others fail at once.
 */
export function createCircuitBreaker({
  maxFailures,
  log,
  messages,
  onChange,
  now = () => performance.now(),
}: Options): CircuitBreaker {
  let failures = 0
  let until = 0
  let open = false
  let answered = false

  function failed({ reason, pause }: ServiceUnavailableError) {
    failures += 1
    if (reason !== 'refused' && pause === null && failures < maxFailures) return
    const duration = Math.min(pause ?? pauses[reason], maxPause)
    until = now() + duration
    onChange?.({ reason, pause: duration })
    if (open) return
    open = true
    log.error({ ...messages.fields, reason }, messages.unavailable)
  }

  function succeeded() {
    failures = until = 0
    if (!answered || open) onChange?.(null)
    answered = true
    if (!open) return
    open = false
    log.warn({ ...messages.fields }, messages.back)
  }

  const isOpen = () => now() < until
  return {
    isOpen,
    async call(request) {
      if (isOpen()) throw new ServiceUnavailableError('outage')
      if (open) until = now() + pauses.outage
      try {
        const answer = await request()
        succeeded()
        return answer
      } catch (error) {
        if (error instanceof ServiceUnavailableError) failed(error)
        throw error
      }
    },
  }
}
