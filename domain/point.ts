import { badInput } from '#platform/contract/failure.ts'
import type { Point } from './miles.ts'

type Asked = { latitude?: number | undefined; longitude?: number | undefined }

/** Where someone asks from, if they say so; half a point is refused, by the half that is missing. */
export function pointOf({ latitude, longitude }: Asked): Point | undefined {
  if (latitude === undefined && longitude === undefined) return undefined
  if (latitude === undefined || longitude === undefined)
    throw badInput({
      fields: {
        [latitude === undefined ? 'latitude' : 'longitude']: 'Latitude and longitude go together.',
      },
    })
  return { latitude, longitude }
}
