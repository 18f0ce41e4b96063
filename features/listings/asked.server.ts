import type { ParsedInputOf } from '#platform/contract/call.ts'
import { pointOf } from '#domain/point.ts'
import type { exportYolos } from './contract.ts'
import { numbersIn } from './numbers-in.ts'
import type { Question } from './ranking.server.ts'

type Keys = Omit<ParsedInputOf<typeof exportYolos>, 'format'>

/** What a listing's keys ask for at this moment. */
export function questionOf(keys: Keys, now: Date): Question {
  return {
    categories: numbersIn(keys.category),
    point: pointOf(keys) ?? null,
    distanceMiles: keys.distanceMiles,
    tags: numbersIn(keys.tags),
    prices: numbersIn(keys.price),
    openAt: keys.open ? Math.floor(now.getTime() / minute) * minute : null,
    order: keys.sort,
  }
}

const minute = 60_000
