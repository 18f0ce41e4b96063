import { api } from '#platform/web/api.ts'
import { chosenPlace, session, type Place } from '#platform/web/session.ts'
import type * as profile from './profile.contract.ts'

/** Where one looks from now on, on this device and, for a member, in the account. */
export function choosePlace(place: Place): void {
  chosenPlace.set(place)
  void keepPlace()
}

/** Notices of new favorites near by go by this. Quiet: whoever looks for food isn't told that it failed. */
export async function keepPlace(): Promise<void> {
  const place = chosenPlace.get()
  if (!place || !session().isLogged) return
  const { latitude, longitude, name } = place
  try {
    await api<typeof profile.saveLocation>('POST /save-location', { latitude, longitude, name })
  } catch (error) {
    console.warn(`The place was not saved: ${(error as Error).message}`)
  }
}
