import { api } from '#platform/web/api/api.ts'
import { chosenPlace, type Place } from '#features/places/chosen.ts'
import { session } from '#platform/web/session.ts'

/** Where one looks from now on, on this device and, for a member, in the account. */
export function choosePlace(place: Place): void {
  chosenPlace.set(place)
  void keepPlace()
}

/** On a device where no place was chosen yet, the account's is. */
export async function recallPlace(): Promise<void> {
  if (chosenPlace.get() || !session().isLogged) return
  try {
    const { location } = await api('GET /user', {})
    if (location && !chosenPlace.get()) chosenPlace.set(location)
  } catch (error) {
    console.warn(`The place was not found: ${(error as Error).message}`)
  }
}

/** Saves the location for notifications of new favorites near by. A failure isn't shown: it doesn't concern the search. */
export async function keepPlace(): Promise<void> {
  const place = chosenPlace.get()
  if (!place || !session().isLogged) return
  const { latitude, longitude, name } = place
  try {
    await api('POST /save-location', { latitude, longitude, name })
  } catch (error) {
    console.warn(`The place was not saved: ${(error as Error).message}`)
  }
}
