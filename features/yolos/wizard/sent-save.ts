import { useEffect, useEffectEvent, useRef } from 'react'
import { loadQueue } from '#platform/web/queue/send-or-keep.ts'
import { useWaitingEntries } from '#platform/web/queue/waiting-lines.ts'
import { changeDraft, currentDraft, useDraft, type SavedYolo } from './draft.ts'
import { beginningPhoto } from './photo-of-draft.ts'
import { useSteps } from './wizard.tsx'

/** Whether the server refused the favorite that waited on this device, so that its member is asked about it. */
export const useIsAskedAbout = (saved: SavedYolo | null) =>
  useWaitingEntries().some(({ id, state }) => id === saved?.waits && state === 'question')

/**
 * Gives the draft the id of a favorite that waited on this device once it was sent, so that the last steps say that it
 * is saved, and a photo chosen from then on is sent at once. If the member discards it on this page instead, the draft
 * is unsaved again.
 */
export function useSentSave() {
  const waits = useDraft().saved?.waits
  const entries = useWaitingEntries()
  const isGone = waits !== undefined && !entries.some(({ id }) => id === waits)
  /** What this page saw waiting. If it is gone later, it was discarded: what is sent is kept for a while. */
  const seen = useRef<number>(undefined)
  const { step, go } = useSteps()
  const leaveLastSteps = useEffectEvent(() => {
    if (step === 'upload' || step === 'done') go('yolo', true)
  })
  useEffect(() => {
    if (!isGone) {
      seen.current = waits
      return
    }
    const take = async () => {
      const id = await (await loadQueue()).answerIdOf(waits)
      const { saved } = currentDraft()
      if (saved?.waits !== waits) return
      if (id === undefined && seen.current === waits) {
        // The photo that it began with is still on the device.
        changeDraft({ saved: null, sent: false, photo: beginningPhoto() })
        return leaveLastSteps()
      }
      // Without a session its entry isn't among the member's, but still waits.
      if (typeof id !== 'number') return
      const { waits: _sent, ...rest } = saved
      changeDraft({ saved: { ...rest, id } })
    }
    // The queue can't be read: the draft stays as it is, which harms nothing.
    take().catch(() => {})
  }, [isGone, waits])
}
