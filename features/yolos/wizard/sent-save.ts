import { useEffect } from 'react'
import { loadQueue } from '#platform/web/queue/send-or-keep.ts'
import { useWaitingEntries } from '#platform/web/queue/waiting-lines.ts'
import { changeDraft, currentDraft, useDraft } from './draft.ts'

/**
 * Gives the draft the id of a favorite that waited on this device once it was sent, so that the last steps say that it
 * is saved, and a photo chosen from then on is sent at once.
 */
export function useSentSave() {
  const waits = useDraft().saved?.waits
  const entries = useWaitingEntries()
  const isGone = waits !== undefined && !entries.some(({ id }) => id === waits)
  useEffect(() => {
    if (!isGone) return
    const take = async () => {
      // Null if the member discarded it instead.
      const id = await (await loadQueue()).answerIdOf(waits)
      const { saved } = currentDraft()
      if (id === null || saved?.waits !== waits) return
      const { waits: _sent, ...rest } = saved
      changeDraft({ saved: { ...rest, id } })
    }
    // The queue can't be read: the draft stays as it is, which harms nothing.
    take().catch(() => {})
  }, [isGone, waits])
}
