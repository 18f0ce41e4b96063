import type { ParsedInputOf } from '#platform/contract/call.ts'
import { badInput } from '#platform/contract/failure.ts'
import type { exportYolos } from './contract.ts'
import type { Question } from './ranking.server.ts'

/** What a listing's keys ask for; a point is whole or absent. */
export function questionOf({
  category,
  latitude,
  longitude,
  distanceMiles,
  tags,
}: Omit<ParsedInputOf<typeof exportYolos>, 'format'>): Question {
  if ((latitude === undefined) !== (longitude === undefined))
    throw badInput({
      fields: {
        [latitude === undefined ? 'latitude' : 'longitude']: 'Latitude and longitude go together.',
      },
    })
  return {
    category,
    point: latitude === undefined || longitude === undefined ? null : { latitude, longitude },
    distanceMiles,
    tags: [...new Set(tags.split(',').filter(Boolean).map(Number))].sort((a, b) => a - b),
  }
}
