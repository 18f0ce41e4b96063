import { ApiError } from '#platform/web/api/api.ts'

/** Asks the device for its exact location. It must be rounded (rounded.ts) before it is sent anywhere. */
export const currentPosition = () =>
  new Promise<GeolocationCoordinates>((resolve, reject) => {
    if (!('geolocation' in navigator)) reject(new Error('This browser has no geolocation.'))
    else
      navigator.geolocation.getCurrentPosition(({ coords }) => resolve(coords), reject, {
        timeout: 10_000,
        maximumAge: 60_000,
      })
  })

const unknown = 'We couldn’t find where you are.'

const refused = 1

/** Returns a text that says why the location, or something near it, couldn't be found, and what to do `instead`. */
export function positionProblem(problem: unknown, instead = 'Type your city instead.') {
  if (problem instanceof GeolocationPositionError && problem.code === refused)
    return `Your browser doesn’t let us see where you are. ${instead}`
  return problem instanceof ApiError ? problem.message : `${unknown} ${instead}`
}

/** Returns whether the reader has allowed this site to see the location, so that reading it opens no prompt. */
export async function mayAskPosition(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted'
  } catch {
    return false
  }
}
