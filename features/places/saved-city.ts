import { api } from '#platform/web/api/api.ts'
import { chosenCity, type ChosenCity } from './chosen.ts'
import { session } from '#platform/web/session/session.ts'

/** Sets the place to search around, on this device and, for a member, in the account. */
export function chooseCity(place: ChosenCity): void {
  chosenCity.set(place)
  void saveChosenCity()
}

/** Chooses the place that is saved in the account, if none was chosen on this device yet. */
export async function loadSavedCity(): Promise<void> {
  if (chosenCity.get() || !session().isLogged) return
  try {
    const { location } = await api('GET /user', {})
    if (location && !chosenCity.get()) chosenCity.set(location)
  } catch (error) {
    console.warn(`The place was not found: ${(error as Error).message}`)
  }
}

/**
 * Saves the place in the account, for notifications of new favorites nearby. A failure isn't shown, because searching
 * still works.
 */
export async function saveChosenCity(): Promise<void> {
  const place = chosenCity.get()
  if (!place || !session().isLogged) return
  const { latitude, longitude, name } = place
  try {
    await api('POST /save-location', { latitude, longitude, name })
  } catch (error) {
    console.warn(`The place was not saved: ${(error as Error).message}`)
  }
}
