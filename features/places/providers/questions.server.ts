import { sql } from 'kysely'
import { gauge } from '#platform/server/gauges.ts'
import type { Services } from '#platform/server/services.ts'
import { Refusal } from '#platform/contract/failure.ts'
import { promiseCache } from '#platform/server/cache.ts'
import { guard } from './guard.server.ts'
import { keepOutage } from './outage.server.ts'
import type { PlaceDetails, Asker, CityElsewhere, RestaurantElsewhere } from './provider.server.ts'

/** Questions to Google on a day where PLACES_PER_DAY says nothing: each has its price. */
const perDayOfGoogle = 1000
/** Questions under way to the provider, of all processes of this machine. */
const atOnce = 8
/** As short as typing and choosing: Google’s terms let nothing but ids be kept for longer. */
const kept = { bytes: 4_000_000, ttl: 600_000 }

type Answer = CityElsewhere[] | RestaurantElsewhere[] | PlaceDetails | CityElsewhere | null
type Needs = Pick<Services, 'database' | 'clock' | 'log' | 'limits' | 'settings'>

export type Questions = {
  /** What is typed: undefined where it isn’t asked or not answered, then our own places stand alone. */
  typed<T extends Answer>(key: unknown[], by: Asker, ask: () => Promise<T>): Promise<T | undefined>
  /** One place: a 429 where the asker’s budget is spent. */
  lookUp<T extends Answer>(key: unknown[], by: Asker, ask: () => Promise<T>): Promise<T | undefined>
}

class NotAsked extends Error {}

/**
 * What is asked of a provider, and how often (rules: places): the same question is asked once in ten minutes, within
 * budgets of each address, each member and the whole site’s day, a few at a time.
 */
export function questions(services: Needs, provider: string): Questions {
  const { settings, limits } = services
  const guarded = guard(provider, services.log, keepOutage(services, provider))
  const spendOfDay = dayBudget(services, provider)
  const most = Math.max(1, Math.floor(atOnce / settings.webProcesses))
  const answers = promiseCache<Answer>({
    name: 'place_provider',
    ...kept,
    sizeOf: (answer) => 2 * JSON.stringify(answer).length,
  })
  let underWay = 0

  async function asked<T extends Answer>(ask: () => Promise<T>): Promise<T> {
    if (guarded.isAway() || underWay >= most) throw new NotAsked()
    underWay += 1
    try {
      if (!(await spendOfDay())) throw new NotAsked()
      const answer = await guarded.ask(ask)
      if (answer === undefined) throw new NotAsked()
      return answer
    } finally {
      underWay -= 1
    }
  }

  async function once<T extends Answer>(
    key: unknown[],
    spend: () => Promise<void>,
    ask: () => Promise<T>,
  ): Promise<T | undefined> {
    const text = JSON.stringify(key)
    // Whoever asks first pays; while it is away nobody does.
    if (!answers.has(text)) {
      if (guarded.isAway()) return undefined
      await spend()
    }
    try {
      return (await answers.get(text, () => asked(ask))) as T
    } catch (error) {
      if (error instanceof NotAsked) return undefined
      throw error
    }
  }

  async function spend(kind: 'place-typed' | 'place-look-up', { ip, member }: Asker) {
    await limits.spendNamed(kind, { ip })
    if (member !== null) await limits.spendNamed('place-member', { member })
  }

  return {
    async typed(key, by, ask) {
      try {
        return await once(key, () => spend('place-typed', by), ask)
      } catch (error) {
        // Nobody is kept from typing on.
        if (error instanceof Refusal) return undefined
        throw error
      }
    },
    lookUp: (key, by, ask) => once(key, () => spend('place-look-up', by), ask),
  }
}

/** Counts a question of this day; false where the site may ask no more. */
function dayBudget({ database, clock, settings, log }: Needs, provider: string) {
  const set = 'perDay' in settings.places ? settings.places.perDay : undefined
  const perDay = set ?? (provider === 'google' ? perDayOfGoogle : null)
  let told = ''
  const today = () => clock.now().toISOString().slice(0, 10)
  gauge(
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
    gauge(
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
    if (told !== day)
      log.warn({ provider, perDay }, 'the place provider’s budget of the day is spent')
    told = day
    return false
  }
}
