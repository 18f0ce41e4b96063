import { ServiceUnavailable } from '#platform/server/service-unavailable.ts'
import { breaker, breakerFigures, type Outage } from '#platform/server/breaker.ts'
import type { Services } from '#platform/server/services.ts'

export type Guard = {
  /** Its answer, or undefined where it is away: then somebody else is asked. */
  ask<T>(question: () => Promise<T>): Promise<T | undefined>
  /** Whether it would not be asked now. */
  isAway(): boolean
}

export function guard(
  name: string,
  log: Services['log'],
  onChange: (outage: Outage | null) => void,
): Guard {
  const { call, isOpen } = breaker({
    maxFailures: 3,
    log,
    onChange,
    messages: {
      unavailable: 'the place provider is away: embedded places stand in',
      back: 'the place provider is back',
      fields: { provider: name },
    },
    figures: breakerFigures('place_provider', {
      failures: 'Questions that the place provider failed to answer since the start.',
      unavailable: '1 while embedded places stand in for the place provider.',
    }),
  })
  return {
    isAway: isOpen,
    async ask(question) {
      try {
        return await call(question)
      } catch (error) {
        if (error instanceof ServiceUnavailable) return undefined
        throw error
      }
    },
  }
}
