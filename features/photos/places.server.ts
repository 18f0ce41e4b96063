import type { Viewer } from '#platform/server/http/handler.ts'
import { networkOf } from '#platform/server/http/limits.ts'

export type Sender = { viewer: Pick<Viewer, 'id' | 'verified'>; ip: string }

type Most = { all: number; ofOne: number; ofNetwork: number; ofUnverified: number }
type Place = { userId: number; network: string; verified: boolean }

/**
 * Counts places that senders hold at the same time. The limits per member and network, and of all unverified members
 * together, keep a few senders from holding all of them.
 */
export function placesFor(most: Most) {
  const taken = new Set<Place>()
  const placeOf = ({ viewer, ip }: Sender): Place => ({
    userId: viewer.id,
    network: networkOf(ip),
    verified: viewer.verified,
  })
  function isFree({ userId, network, verified }: Place): boolean {
    const count = (is: (one: Place) => boolean) => [...taken].filter(is).length
    return (
      taken.size < most.all &&
      count((one) => one.userId === userId) < most.ofOne &&
      count((one) => one.network === network) < most.ofNetwork &&
      (verified || count((one) => !one.verified) < most.ofUnverified)
    )
  }
  return {
    count: () => taken.size,
    hasRoomFor: (sender: Sender) => isFree(placeOf(sender)),
    /** Returns a function that leaves the place, or null if there is no place for this sender. */
    take(sender: Sender): (() => void) | null {
      const place = placeOf(sender)
      if (!isFree(place)) return null
      taken.add(place)
      return () => void taken.delete(place)
    },
  }
}
