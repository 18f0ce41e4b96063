import { use } from 'react'
import type { DistanceUnit } from '#platform/text/distance.ts'
import { SiteContext } from './head.tsx'
import { storedValue, useStored } from './stored.ts'

/** The unit that the reader chose on this device, or null to follow the browser's language. */
export const chosenUnit = storedValue<DistanceUnit | null>('distanceUnit', null, (json) =>
  json === 'mi' || json === 'km' ? json : undefined,
)

/**
 * Returns the unit in which distances are shown. Without a choice it is the one that the server drew the page in, so
 * that hydration changes nothing; with one, the page is drawn again right after hydration.
 */
export function useDistanceUnit(): DistanceUnit {
  const { distanceUnit } = use(SiteContext)
  return useStored(chosenUnit) ?? distanceUnit
}
