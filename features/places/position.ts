import { roundPoint } from '#domain/position/miles.ts'
import { ApiError } from '#platform/web/api/api.ts'

/** Asks the device for its location, which is rounded before it is sent anywhere. */
export async function currentPosition() {
  if (!('geolocation' in navigator)) throw new Error('This browser has no geolocation.')
  const { coords } = await new Promise<GeolocationPosition>((resolve, reject) =>
    navigator.geolocation.getCurrentPosition(resolve, reject, {
      timeout: 10_000,
      maximumAge: 60_000,
    }),
  )
  return roundPoint(coords)
}

/** Returns a text that says why the location, or something near it, couldn't be found, and what to do `instead`. */
export function positionProblem(problem: unknown, instead = 'Type your city instead.') {
  if (problem instanceof ApiError) return problem.message
  const isRefused =
    problem instanceof GeolocationPositionError && problem.code === problem.PERMISSION_DENIED
  return isRefused
    ? `Your browser doesn’t let us see where you are. ${instead}`
    : `We couldn’t find where you are. ${instead}`
}

/** Returns whether the reader has allowed this site to see the location, so that reading it opens no prompt. */
export const mayAskPosition = (): Promise<boolean> =>
  navigator.permissions.query({ name: 'geolocation' }).then(
    ({ state }) => state === 'granted',
    () => false,
  )
