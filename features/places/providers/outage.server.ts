import type { UnavailableReason } from '#platform/server/service-unavailable.ts'
import type { Outage } from '#platform/server/breaker.ts'
import type { Services } from '#platform/server/services.ts'

type Kept = Pick<Services, 'database' | 'clock' | 'log'>

/**
 * Keeps for admins what this process finds of the provider. All processes share the row: an answer to any of them
 * ends the outage, also one that a process noted which is gone.
 */
export function keepOutage({ database, clock, log }: Kept, provider: string) {
  let last: Promise<unknown> = Promise.resolve()
  // One after the other, so that the newest stays; a question for places doesn't wait.
  const inTurn = (write: () => Promise<unknown>) => {
    last = last
      .then(write)
      .catch((error: Error) =>
        log.warn({ err: error.message }, 'what the place provider does was not kept'),
      )
  }
  return (outage: Outage | null) => {
    const asked_at = clock.now()
    if (!outage)
      return inTurn(() =>
        database.deleteFrom('provider_outages').where('provider', '=', provider).execute(),
      )
    const { reason, pause } = outage
    const found = { reason, asked_at, ask_again_at: new Date(asked_at.getTime() + pause) }
    inTurn(() =>
      database
        .insertInto('provider_outages')
        .values({ provider, since: asked_at, ...found })
        .onConflict((conflict) => conflict.column('provider').doUpdateSet(found))
        .execute(),
    )
  }
}

export async function outageOf({ database }: Kept, provider: string) {
  const row = await database
    .selectFrom('provider_outages')
    .selectAll()
    .where('provider', '=', provider)
    .executeTakeFirst()
  if (!row) return null
  return {
    reason: row.reason as UnavailableReason,
    since: row.since.toISOString(),
    askedAt: row.asked_at.toISOString(),
    askAgainAt: row.ask_again_at.toISOString(),
  }
}
