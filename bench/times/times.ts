import { fork } from 'node:child_process'
import { sql } from 'kysely'
import type { Database } from '../../platform/server/services.ts'
import { answered, type Figures } from '../http.ts'
import { medianOf, spreadOf } from '../measure.ts'
import { makeWriters } from '../writes/writers.ts'
import { constant, fullRate } from '../rate.ts'
import { questions } from '../questions.ts'
import { ask } from './ask.ts'
import type { Asked, Took } from './asker.ts'
import { timedQuestions, type Request } from './asked.ts'

type Options = {
  origin: string
  database: Database
  items: number
  rounds: number
  only: string[]
}

const perRound = 200
/**
 * Number of requests of each read-only figure before anything counts. The database has just been copied, so none of it
 * is in the server's memory, whereas a running site has served far more than a thousand requests.
 */
const before = 1_000
const constantly = (): Request => ({ method: 'GET', path: '/' })

/**
 * Measures p99 of single calls, one request at a time. The ratio is the maximum divided by the measured time, scaled by
 * the constant server's rate.
 */
export async function benchTimes({ origin, database, items, rounds, only }: Options) {
  const writers = await makeWriters(database, 100)
  const known = {
    items,
    tokens: writers.map(({ token }) => token),
    ...(await namesIn(database)),
  }
  const took = Object.entries(timedQuestions)
    .filter(([key]) => only.length === 0 || only.includes(key))
    .map(([key, { most, next, isWritten }]) => ({
      key,
      most,
      isWritten,
      next: next(known),
      times: [] as number[],
    }))
  const vote = questions.upvote!({ items, tokens: known.tokens, seed: 15 })
  const [rates, alone]: [number[], number[]] = [[], []]
  const control = await constant()
  const asker = openAsker()
  try {
    for (let round = 0; round <= rounds; round++) {
      rates.push(await control.rate())
      // Measure what the asker and the machine take by themselves.
      const byIt = await asker.times(control.url, Array.from({ length: perRound }, constantly))
      // The first round warms up.
      if (round > 0) alone.push(...byIt)
      for (const { next, times, isWritten } of took) {
        const writing = isWritten ? written(() => ask(origin, vote(), 409)) : null
        try {
          const requests = Array.from({ length: perRound }, next)
          while (round === 0 && requests[0]!.method === 'GET' && requests.length < before)
            requests.push(next())
          const milliseconds = await asker.times(origin, requests)
          if (round > 0) times.push(...milliseconds)
        } finally {
          await writing?.end()
        }
      }
    }
  } finally {
    control.close()
    asker.end()
  }
  const rate = medianOf(rates)
  console.log(`\none at a time (the constant of 20 KB: ${rate.toFixed(0)}/s)`)
  const own = spreadOf(alone)
  console.log(
    `${'the constant, asked so'.padEnd(24)} p50 ${own.p50.toFixed(2)} ms, p99 ${own.p99.toFixed(2)} ms`,
  )
  const figures: Figures = {}
  for (const { key, most, times } of took) {
    const { p50, p99 } = spreadOf(times)
    const scaled = (p99 * rate) / fullRate
    figures[key] = {
      ratio: most / scaled,
      p50,
      p99,
      scaled,
      most,
      constantPerSecond: rate,
      constantP99: own.p99,
    }
    console.log(
      `${key.padEnd(24)} p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, scaled ${scaled.toFixed(2)} of ${most} ms`,
    )
  }
  return figures
}

/**
 * Sends 20 writes a second while something else is timed, until `end` is called. Callers accept a 409, because a dish
 * that is no longer served takes no vote.
 */
function written(write: () => Promise<unknown>) {
  const under = new Set<Promise<unknown>>()
  let failed: unknown
  const timer = setInterval(() => {
    const one = write()
      .catch((error: unknown) => (failed ??= error))
      .finally(() => under.delete(one))
    under.add(one)
  }, 50)
  return {
    async end() {
      clearInterval(timer)
      await Promise.all(under)
      if (failed) throw failed
    },
  }
}

/** Starts a separate process that sends requests and times them. */
export function openAsker() {
  const child = fork(new URL('asker.ts', import.meta.url))
  return {
    async times(origin: string, requests: Request[]): Promise<number[]> {
      const took = await answered<Took>(child, { origin, requests } satisfies Asked)
      if ('failed' in took) throw new Error(took.failed)
      return took.times
    },
    end: () => child.kill(),
  }
}

async function namesIn(database: Database) {
  const { rows: restaurants } = await sql<{ name: string; placeId: string }>`
    select name, place_id as "placeId" from restaurants where deleted_at is null and hidden_at is null order by id limit 2000`.execute(
    database,
  )
  const { rows: cities } = await sql<{ name: string }>`
    select distinct split_part(city_label, ',', 1) as name from restaurants
     where city_label <> '' order by name limit 2000`.execute(database)
  const { rows: dishes } = await sql<{ name: string }>`
    select name from items where listed order by id limit 2000`.execute(database)
  return {
    dishNames: dishes.map(({ name }) => name),
    placeIds: restaurants.map(({ placeId }) => placeId),
    restaurantNames: restaurants.map(({ name }) => name),
    cityNames: cities.map(({ name }) => name),
  }
}
