import { useCallback, useEffect, useState } from 'react'
import { useSession } from '#platform/web/session/session.ts'
import { keptCitiesOf, onKeptCities, type KeptCity } from './kept-cities-store.ts'
import { sessionKeeper } from './keeper.ts'

/** Returns the cities that the viewer keeps on this device, or undefined until they are known. */
export function useKeptCities(): KeptCity[] | undefined {
  const { id } = useSession()
  const [found, setFound] = useState<{ of: number | null; cities: KeptCity[] }>()
  const read = useCallback(() => {
    const keeper = sessionKeeper()
    const reading = keeper && 'caches' in window ? keptCitiesOf(keeper) : Promise.resolve([])
    void reading.catch(() => []).then((cities) => setFound({ of: id, cities }))
  }, [id])
  useEffect(() => {
    read()
    return onKeptCities(read)
  }, [read])
  return found?.of === id ? found.cities : undefined
}
