import type { Viewer } from '#platform/server/http/handler.ts'
import { networkOf } from '#platform/server/http/limits.ts'
import { placesFor } from '#platform/server/http/places.ts'

export type Sender = { viewer: Pick<Viewer, 'id' | 'verified'>; ip: string }

type Most = { all: number; ofOne: number; ofNetwork: number; ofUnverified: number }

/**
 * Counts places that senders of photos hold at the same time, with limits per member and network, and of all unverified
 * members together.
 */
export function placesForSenders({ all, ofOne, ofNetwork, ofUnverified }: Most) {
  const places = placesFor(all, { member: ofOne, network: ofNetwork, unverified: ofUnverified })
  const groupsOf = ({ viewer, ip }: Sender) => ({
    member: viewer.id,
    network: networkOf(ip),
    unverified: viewer.verified ? null : 'all',
  })
  return {
    count: places.count,
    hasRoomFor: (sender: Sender) => places.hasRoomFor(groupsOf(sender)),
    take: (sender: Sender) => places.take(groupsOf(sender)),
  }
}
