export type UnavailableReason =
  | 'time-out'
  | 'quota'
  | 'refused'
  | 'outage'
  | 'malformed'
  | 'forbidden'

/**
 * Thrown if an external service doesn't answer as it should. The text of its answer is left out, because it may repeat
 * an API key or a visitor's input.
 */
export class ServiceUnavailableError extends Error {
  readonly reason: UnavailableReason
  /** Milliseconds to wait before the next request, if the service said so. */
  readonly pause: number | null

  constructor(reason: UnavailableReason, pause: number | null = null) {
    super(`An external service is unavailable: ${reason}.`)
    this.reason = reason
    this.pause = pause
  }
}

/** Returns the error for an HTTP status other than success or 'not found'. `retryAfter` is the header's value. */
export function errorOfStatus(
  status: number,
  retryAfter: string | null | undefined,
): ServiceUnavailableError {
  if (status === 429) return new ServiceUnavailableError('quota', pauseOf(retryAfter))
  if (status === 401 || status === 403) return new ServiceUnavailableError('refused')
  return new ServiceUnavailableError(status >= 500 ? 'outage' : 'malformed')
}

/** Returns the pause in milliseconds. Retry-After is a number of seconds or a date. */
function pauseOf(value: string | null | undefined): number | null {
  if (!value) return null
  const pause = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(pause) && pause > 0 ? pause : null
}
