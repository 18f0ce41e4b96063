import { chosenPlace } from '#features/places/chosen.ts'
import { useLoad } from '#platform/web/use-load.ts'

/** Cities of the name that is being typed, for a <Combobox>: those near the chosen place come first. */
export function useCities() {
  const { load } = useLoad('GET /places/cities')
  return (q: string) => {
    const near = chosenPlace.get()
    return load({ q, ...(near && { latitude: near.latitude, longitude: near.longitude }) })
  }
}
