import { isBehind, loadQueue } from '#platform/web/queue/send-or-keep.ts'
import { useWaitingEntries } from '#platform/web/queue/waiting-lines.ts'
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

/**
 * Returns a function that tells whether a deletion of one of the viewer's favorites with a dish's name waits on the
 * device.
 */
export function useIsDeletionWaiting() {
  const entries = useWaitingEntries()
  return ({ itemName }: { itemName: string }): boolean => {
    const { words } = waitsForDelete(0, itemName)
    return entries.some((entry) => entry.state === 'waiting' && entry.words === words)
  }
}

/**
 * Returns a function that returns a dish as the wizard offers it: one of the viewer's favorites whose deletion waits can
 * be chosen, because saving it calls the deletion off. Another favorite of the same name can, too; the server refuses to
 * save that.
 */
export function useChoosable() {
  const isDeleted = useIsDeletionWaiting()
  return <Dish extends { itemName: string; used: boolean }>(dish: Dish): Dish => ({
    ...dish,
    used: dish.used && !isDeleted(dish),
  })
}
