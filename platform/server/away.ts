export type AwayReason = 'time-out' | 'quota' | 'refused' | 'outage' | 'malformed' | 'forbidden'

/** A service elsewhere didn't answer as it should. Its words stay out: they may repeat a key or what was typed. */
export class Away extends Error {
  readonly reason: AwayReason
  /** Milliseconds that it asked us to stay away. */
  readonly pause: number | null

  constructor(reason: AwayReason, pause: number | null = null) {
    super(`A service elsewhere is away: ${reason}.`)
    this.reason = reason
    this.pause = pause
  }
}

/** What a status other than success and 'not found' means; `after` is its Retry-After. */
export function refusalOf(status: number, after: string | null | undefined): Away {
  if (status === 429) return new Away('quota', pauseOf(after))
  if (status === 401 || status === 403) return new Away('refused')
  return new Away(status >= 500 ? 'outage' : 'malformed')
}

/** Seconds or a date. */
function pauseOf(value: string | null | undefined): number | null {
  if (!value) return null
  const pause = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(pause) && pause > 0 ? pause : null
}
