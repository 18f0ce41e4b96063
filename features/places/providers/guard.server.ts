import { gauge } from '#platform/server/gauges.ts'
import type { Services } from '#platform/server/services.ts'
import { Away, type AwayReason } from './ask.server.ts'

/** So many failures in a row, and it is left alone for a while. */
const maxFailures = 3
const pauses: Record<AwayReason, number> = {
  'time-out': 30_000,
  outage: 30_000,
  malformed: 30_000,
  quota: 60_000,
  // A wrong key is mended by a person.
  refused: 300_000,
}
const longestPause = 3_600_000

type Now = () => number

export type Guard = {
  /** Its answer, or undefined where it is away: then somebody else is asked. */
  ask<T>(question: () => Promise<T>): Promise<T | undefined>
}

/**
 * Keeps a service that fails from holding everyone up: after three failures in a row, a spent quota or a refused
 * key it isn't asked for a while. The operator reads of it in the log, once each way, and in the metrics.
 */
export function guard(
  name: string,
  log: Services['log'],
  now: Now = () => performance.now(),
): Guard {
  let failures = 0
  let total = 0
  let until = 0
  let told = false
  gauge(
    'place_provider_failures',
    'Questions that the place provider failed to answer since the start.',
    () => total,
  )
  gauge('place_provider_away', '1 while embedded places stand in for the place provider.', () =>
    told ? 1 : 0,
  )

  function failed({ reason, pause }: Away) {
    failures += 1
    total += 1
    const leaves = reason === 'quota' || reason === 'refused' || failures >= maxFailures
    if (leaves) until = now() + Math.min(pause ?? pauses[reason], longestPause)
    if (told || !leaves) return
    told = true
    log.error({ provider: name, reason }, 'the place provider is away: embedded places stand in')
  }

  return {
    async ask(question) {
      if (now() < until) return undefined
      // Of those who come while it is away one asks, the others don't wait for it.
      if (told) until = now() + pauses.outage
      try {
        const answer = await question()
        if (told) log.warn({ provider: name }, 'the place provider is back')
        failures = until = 0
        told = false
        return answer
      } catch (error) {
        if (!(error instanceof Away)) throw error
        failed(error)
        return undefined
      }
    },
  }
}
