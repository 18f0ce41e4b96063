import { badInput } from '#platform/contract/failure.ts'
import type { Point } from './miles.ts'

type Asked = { latitude?: number | undefined; longitude?: number | undefined }

/**
 * Returns the point in a request, or undefined if there is none. If only one coordinate is given, it throws an error
 * about the missing one.
 */
export function pointFromInput({ latitude, longitude }: Asked): Point | undefined {
  if (latitude === undefined && longitude === undefined) return undefined
  if (latitude === undefined || longitude === undefined)
    throw badInput({
      fields: {
        [latitude === undefined ? 'latitude' : 'longitude']: 'Latitude and longitude go together.',
      },
    })
  return { latitude, longitude }
}
