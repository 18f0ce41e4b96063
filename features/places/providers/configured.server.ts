import type { Services } from '#platform/server/services.ts'
import { placesElsewhere } from './elsewhere.server.ts'
import { embeddedPlaces } from './embedded.server.ts'
import { googlePlaces } from './google.server.ts'
import { photonPlaces } from './photon.server.ts'
import type { PlaceProvider, PlaceService } from './provider.server.ts'

/** Null where all is embedded. */
export function placeService({ places }: Services['settings']): PlaceService | null {
  if (places.provider === 'google') return googlePlaces(places)
  if (places.provider === 'photon') return photonPlaces(places)
  return null
}

/** What PLACES_PROVIDER says. */
export function placeProvider(services: Services): PlaceProvider {
  const service = placeService(services.settings)
  return service ? placesElsewhere(services, service) : embeddedPlaces(services)
}
