import { isBehind, loadQueue } from '#platform/web/queue/send-or-keep.ts'
import {
  useWaitingEntries,
  type WaitingEntrySummary,
  waitingEntriesOfMember,
} from '#platform/web/queue/waiting-lines.ts'
import { session } from '#platform/web/session/session.ts'
import { waitsForDelete } from './waits.ts'
import { yoloKey } from './yolo-key.ts'

/**
 * Discards a deletion of this favorite that waits on the device, because its member saves the dish again. Returns
 * whether one waited.
 */
export async function discardWaitingDeletion({ id }: { id: number }): Promise<boolean> {
  const { id: memberId } = session()
  if (memberId === null || !isBehind(yoloKey({ id }), memberId)) return false
  const { discardEntry, entriesOf } = await loadQueue()
  const deletions = (await entriesOf(memberId)).filter(
    ({ route, input, state }) =>
      route === 'DELETE /yolos/delete/:yoloId' && input.yoloId === id && state === 'waiting',
  )
  for (const entry of deletions) await discardEntry(entry.id)
  return deletions.length > 0
}

const isDeletion = ({ state, words }: WaitingEntrySummary, itemName: string) =>
  state === 'waiting' && words === waitsForDelete(0, itemName).words

/** Whether the deletion of one of the viewer's favorites waits on the device. */
export const isDeletionWaiting = (yolo: { id: number; itemName: string }): boolean =>
  waitingEntriesOfMember(session().id).some(
    (entry) => entry.about === yoloKey(yolo) && isDeletion(entry, yolo.itemName),
  )

/** Returns a function that tells whether the deletion of one of the viewer's favorites waits on the device. */
export function useIsDeletionWaiting() {
  const entries = useWaitingEntries()
  return (yolo: { id: number; itemName: string }): boolean =>
    entries.some((entry) => entry.about === yoloKey(yolo) && isDeletion(entry, yolo.itemName))
}

/**
 * Returns a function that returns a dish as the wizard offers it: one of the viewer's favorites whose deletion waits can
 * be chosen, because saving it calls the deletion off. So can another favorite of the same name, since the dishes that
 * are offered don't tell the favorite's id; the server refuses to save that.
 */
export function useChoosable() {
  const entries = useWaitingEntries()
  return <Dish extends { itemName: string; used: boolean }>(dish: Dish): Dish => ({
    ...dish,
    used: dish.used && !entries.some((entry) => isDeletion(entry, dish.itemName)),
  })
}
