import { useEffect } from 'react'
import { describeWaitingSave } from '#features/yolos/waits.ts'
import type { QueueEntry } from '#platform/web/queue/entry.ts'
import { loadQueue } from '#platform/web/queue/send-or-keep.ts'
import { waitingEntrySummaries } from '#platform/web/queue/waiting-lines.ts'
import { session } from '#platform/web/session/session.ts'
import { type BroughtPlace, changePlaces, type ChosenFavorite, progress } from './progress.ts'

/** Returns the queue's description of a chosen favorite that can't be sent now. */
export const waitsFor = ({ restaurant, categoryId, itemName }: ChosenFavorite) =>
  describeWaitingSave({ placeId: restaurant.placeId, categoryId, itemName }, restaurant.name)

/** Marks places as saved once their waiting favorites were sent, and as chosen again if those were discarded. */
export async function settleWaiting(): Promise<void> {
  const { id } = session()
  const waiting = progress().places.filter(({ state }) => state === 'waits')
  if (id === null || waiting.length === 0) return
  const entries = await (await loadQueue()).entriesOf(id)
  const changes = waiting.flatMap((place) => {
    const change = outcomeOf(place, entries)
    return change ? [[place.id, change] as const] : []
  })
  if (changes.length > 0) changePlaces(new Map(changes))
}

/** Returns what became of a favorite that waited, or null while it still waits. */
function outcomeOf(
  { favorite }: BroughtPlace,
  entries: readonly QueueEntry[],
): Partial<BroughtPlace> | null {
  const about = favorite && waitsFor(favorite).about
  const entry = entries.findLast((one) => one.about === about)
  if (entry) return entry.state === 'sent' ? { state: 'saved' } : null
  // What was sent long ago isn't kept either, and then saving it once more changes nothing.
  return { state: 'chosen', problem: 'It no longer waits on this device. Save it, or change it.' }
}

/** Settles what waited now, and whenever the queue changes. */
export function useSettleWaiting(): void {
  useEffect(() => {
    // If the queue can't be read, the places go on waiting.
    const settle = () => void settleWaiting().catch(() => {})
    settle()
    return waitingEntrySummaries.subscribe(settle)
  }, [])
}
