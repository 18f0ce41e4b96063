import { sql } from 'kysely'
import { registerGauge } from '#platform/server/metrics/gauges.ts'
import type { Services } from '#platform/server/services.ts'
import { Refusal } from '#platform/contract/failure.ts'
import { promiseCache } from '#platform/server/cache.ts'
import { QuestionRefusedError } from './ask.server.ts'
import type { PlaceDetails, Caller, ProviderCity, ProviderRestaurant } from './provider.server.ts'
import {
  ServiceUnavailableError,
  type UnavailableReason,
} from '#platform/server/service-unavailable.ts'
import {
  createCircuitBreaker,
  registerBreakerMetrics,
  type Outage,
} from '#platform/server/breaker.ts'

/** Maximum requests to Google per day if PLACES_PER_DAY isn't set, because each request costs money. */
const perDayOfGoogle = 1000
/** Maximum simultaneous requests to the provider, from all processes of this machine together. */
const atOnce = 8
/**
 * Limits of the cache of answers. Answers are kept only as long as typing and choosing take, because Google’s terms
 * allow nothing except ids to be stored longer.
 */
const kept = { bytes: 4_000_000, ttl: 600_000 }

type Answer = ProviderCity[] | ProviderRestaurant[] | PlaceDetails | ProviderCity | null
type Needs = Pick<Services, 'database' | 'clock' | 'log' | 'limits' | 'settings'>

class NotAsked extends Error {}

/** What the provider said of a question that it refused. */
const refused = Symbol('refused')
/** Resolves with `refused` if the provider refuses the question, because it has answered: it isn't away. */
const orRefused = (error: unknown): typeof refused => {
  if (error instanceof QuestionRefusedError) return refused
  throw error
}

/**
 * Sends requests to a provider within limits (rules: places): the same request is sent once in ten minutes, at most a
 * few at a time, and within budgets per IP address, per member, per network prefix, and per day for the whole site.
 */
export function createLimitedProviderClient(services: Needs, provider: string) {
  const { settings, limits } = services
  const { call, isOpen: isAway } = createCircuitBreaker({
    maxFailures: 3,
    log: services.log,
    onChange: keepOutage(services, provider),
    messages: {
      unavailable: 'the place provider is away: embedded places stand in',
      back: 'the place provider is back',
      fields: { provider },
    },
    figures: registerBreakerMetrics('place_provider', {
      failures: 'Questions that the place provider failed to answer since the start.',
      unavailable: '1 while embedded places stand in for the place provider.',
    }),
  })
  const perDay = perDayOf(services, provider)
  const spendOfDay = dayBudget(services, provider, perDay)
  const most = Math.max(1, Math.floor(atOnce / settings.webProcesses))
  const answers = promiseCache<Answer>({
    name: 'place_provider',
    ...kept,
    sizeOf: (answer) => 2 * JSON.stringify(answer).length,
  })
  let underWay = 0

  async function askNow<T extends Answer>(ask: () => Promise<T>): Promise<T> {
    if (isAway() || underWay >= most) throw new NotAsked()
    underWay += 1
    try {
      if (!(await spendOfDay())) throw new NotAsked()
      const answer = await call(() => ask().catch(orRefused))
      if (answer === refused) throw new NotAsked()
      return answer
    } catch (error) {
      throw error instanceof ServiceUnavailableError ? new NotAsked() : error
    } finally {
      underWay -= 1
    }
  }

  async function once<T extends Answer>(
    key: unknown[],
    kind: 'place-typed' | 'place-look-up',
    by: Caller,
    ask: () => Promise<T>,
  ): Promise<T | undefined> {
    const text = JSON.stringify(key)
    // Only a request that isn't cached uses up the caller’s budget, and no request does while the provider is
    // unavailable.
    if (!answers.has(text)) {
      if (isAway()) return undefined
      await spend(kind, by)
    }
    try {
      return (await by.withoutPermit(() => answers.get(text, () => askNow(ask)))) as T
    } catch (error) {
      if (error instanceof NotAsked) return undefined
      throw error
    }
  }

  async function spend(kind: 'place-typed' | 'place-look-up', { ip, member }: Caller) {
    await limits.spendNamed({
      [kind]: { ip },
      ...(member !== null && { 'place-member': { member } }),
      // A customer may have 65,536 IPv6 networks, each with a budget of its own.
      ...(perDay !== null && { 'place-prefix': { prefix: ip, points: Math.floor(perDay / 5) } }),
    })
  }

  type Ask<T> = () => Promise<T>
  return {
    /** Requests suggestions for typed text. Returns undefined if the request isn’t sent or fails. */
    async typed<T extends Answer>(key: unknown[], by: Caller, ask: Ask<T>) {
      try {
        return await once(key, 'place-typed', by, ask)
      } catch (error) {
        // A spent budget must not stop the user from typing: they get our own places.
        if (error instanceof Refusal && error.status === 429) return undefined
        throw error
      }
    },
    /** Requests one place. Throws a 429 refusal if the caller’s budget is spent. */
    lookUp: <T extends Answer>(key: unknown[], by: Caller, ask: Ask<T>) =>
      once(key, 'place-look-up', by, ask),
  }
}

/** Returns how many requests the whole site may make on a day, or null if there is no limit. */
function perDayOf({ settings: { places } }: Needs, provider: string): number | null {
  const set = 'perDay' in places ? places.perDay : undefined
  return set ?? (provider === 'google' ? perDayOfGoogle : null)
}

/** Returns a function that counts a request for today. It returns false if the site’s budget for the day is spent. */
function dayBudget({ database, clock, log }: Needs, provider: string, perDay: number | null) {
  let warned = ''
  const today = () => clock.now().toISOString().slice(0, 10)
  registerGauge(
    'place_provider_asked_today',
    'Questions that the place provider was asked since midnight by UTC, by the whole site.',
    async () => {
      const { rows } = await sql<{ asked: number }>`
        select asked from provider_questions where provider = ${provider} and day = ${today()}`.execute(
        database,
      )
      return rows[0]?.asked ?? 0
    },
    'max',
  )
  if (perDay !== null)
    registerGauge(
      'place_provider_day_budget',
      'Questions that the place provider may be asked on a day.',
      () => perDay,
      'max',
    )
  return async (): Promise<boolean> => {
    const day = today()
    const { rows } = await sql`
      insert into provider_questions as q (provider, day, asked)
      select ${provider}, ${day}::date, 1 where ${perDay}::integer is null or ${perDay}::integer > 0
      on conflict (provider, day) do update set asked = q.asked + 1
       where ${perDay}::integer is null or q.asked < ${perDay}::integer
      returning asked`.execute(database)
    if (rows.length > 0) return true
    if (warned !== day)
      log.warn({ provider, perDay }, 'the place provider’s budget of the day is spent')
    warned = day
    return false
  }
}

type Kept = Pick<Services, 'database' | 'clock' | 'log'>

/**
 * Stores outages of the provider for admins. All processes share one row, so an answer to any of them ends the outage,
 * even if the process that recorded it no longer runs.
 */
function keepOutage({ database, clock, log }: Kept, provider: string) {
  let last: Promise<unknown> = Promise.resolve()
  // Runs the writes one after the other, so that the newest state remains. Requests for places don't wait for them.
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
