import { Away, type AwayReason } from './away.ts'
import { gauge } from './gauges.ts'
import type { Services } from './services.ts'

const pauses: Record<AwayReason, number> = {
  'time-out': 30_000,
  outage: 30_000,
  malformed: 30_000,
  forbidden: 30_000,
  quota: 60_000,
  // A wrong key is mended by a person.
  refused: 300_000,
}
const longestPause = 3_600_000

type Figures = { failures: number; away: number }

/** What the metrics say of a service: `<name>_failures` and `<name>_away`, of all its breakers together. */
export function breakerFigures(name: string, help: { failures: string; away: string }): Figures {
  const figures = { failures: 0, away: 0 }
  gauge(`${name}_failures`, help.failures, () => figures.failures)
  gauge(`${name}_away`, help.away, () => figures.away)
  return figures
}

export type Breaker = {
  /** Its answer; throws Away where it failed or is left alone. */
  ask<T>(question: () => Promise<T>): Promise<T>
  /** Whether it is left alone now. */
  isOpen(): boolean
}

export type Outage = { reason: AwayReason; pause: number }

type Options = {
  /**
   * Failures in a row after which it is left alone. A refused key suffices, and one that says itself for how long.
   * A quota alone doesn't: often it is of a minute, and some other visitor's.
   */
  most: number
  figures: Figures
  log: Services['log']
  /** What the log says, once each way, and of whom. */
  words: { away: string; back: string; of?: object }
  /** Hears of each failure that has it left alone, with the milliseconds of that; null with the first answer, and when it is back. */
  hear?: (outage: Outage | null) => void
  now?: () => number
}

/**
 * A circuit breaker: keeps a service elsewhere that fails from holding everyone up. While it is away one question
 * tries again after each pause, the others don't wait for it.
 */
export function breaker({
  most,
  figures,
  log,
  words,
  hear,
  now = () => performance.now(),
}: Options): Breaker {
  let failures = 0
  let until = 0
  let told = false
  let answered = false

  function failed({ reason, pause }: Away) {
    failures += 1
    figures.failures += 1
    if (reason !== 'refused' && pause === null && failures < most) return
    const alone = Math.min(pause ?? pauses[reason], longestPause)
    until = now() + alone
    hear?.({ reason, pause: alone })
    if (told) return
    told = true
    figures.away += 1
    log.error({ ...words.of, reason }, words.away)
  }

  function succeeded() {
    failures = until = 0
    if (!answered || told) hear?.(null)
    answered = true
    if (!told) return
    told = false
    figures.away -= 1
    log.warn({ ...words.of }, words.back)
  }

  const isOpen = () => now() < until
  return {
    isOpen,
    async ask(question) {
      if (isOpen()) throw new Away('outage')
      if (told) until = now() + pauses.outage
      try {
        const answer = await question()
        succeeded()
        return answer
      } catch (error) {
        if (error instanceof Away) failed(error)
        throw error
      }
    },
  }
}
