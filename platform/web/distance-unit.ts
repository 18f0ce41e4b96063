import { use } from 'react'
import type { DistanceUnit } from '#platform/text/distance.ts'
import { SiteContext } from './head.tsx'
import { storedValue, useStored } from './storage/stored.ts'

/** The unit that the reader chose on this device, or null to follow the browser's language. */
export const chosenUnit = storedValue<DistanceUnit | null>('distanceUnit', null, (json) =>
  json === 'mi' || json === 'km' ? json : undefined,
)

/**
 * Returns the unit in which distances are shown. If the reader hasn't chosen one, it is the unit in which the server
 * rendered the page, so that hydration changes nothing. If they have, the page is rendered again right after hydration.
 */
export function useDistanceUnit(): DistanceUnit {
  const { distanceUnit } = use(SiteContext)
  return useStored(chosenUnit) ?? distanceUnit
}
