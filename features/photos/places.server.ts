import { groupsOf, placesFor, type Sender } from '#platform/server/http/places.ts'

type Most = { all: number; ofOne: number; ofNetwork: number; ofUnverified: number }

/**
 * Counts places that senders of photos hold at the same time, with limits per member and network, and of all unverified
 * members together.
 */
export function placesForSenders({ all, ofOne, ofNetwork, ofUnverified }: Most) {
  const places = placesFor(all, { member: ofOne, network: ofNetwork, unverified: ofUnverified })
  return {
    count: places.count,
    hasRoomFor: (sender: Sender) => places.hasRoomFor(groupsOf(sender)),
    take: (sender: Sender) => places.take(groupsOf(sender)),
  }
}
