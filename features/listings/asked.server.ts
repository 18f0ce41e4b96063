import type { ParsedInputOf } from '#platform/contract/call.ts'
import { badInput } from '#platform/contract/failure.ts'
import type { exportYolos } from './contract.ts'
import { numbersIn } from './numbers-in.ts'
import type { Question } from './ranking.server.ts'

type Keys = Omit<ParsedInputOf<typeof exportYolos>, 'format'>

/** What a listing's keys ask for at this moment; a point is whole or absent. */
export function questionOf({ latitude, longitude, ...keys }: Keys, now: Date): Question {
  if ((latitude === undefined) !== (longitude === undefined))
    throw badInput({
      fields: {
        [latitude === undefined ? 'latitude' : 'longitude']: 'Latitude and longitude go together.',
      },
    })
  return {
    categories: numbersIn(keys.category),
    point: latitude === undefined || longitude === undefined ? null : { latitude, longitude },
    distanceMiles: keys.distanceMiles,
    tags: numbersIn(keys.tags),
    prices: numbersIn(keys.price),
    openAt: keys.open ? Math.floor(now.getTime() / minute) * minute : null,
    order: keys.sort,
  }
}

const minute = 60_000
