import { isBehind, loadQueue } from '#platform/web/queue/send-or-keep.ts'
import { session } from '#platform/web/session/session.ts'
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
