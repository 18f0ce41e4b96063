import { useRevalidator } from 'react-router'
import { asApiError } from '#platform/web/api/api.ts'
import { forceRevalidation } from '#platform/web/navigation/forced-revalidation.ts'
import { sendOrKeep, type WaitingWriteDescription } from '#platform/web/queue/send-or-keep.ts'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import type { AbuseKind } from './limits.ts'
import { aboutReport, setLocalReport } from './reported.ts'

const namesOfKinds: Record<AbuseKind, string> = {
  text: 'a text',
  photo: 'a photo',
  member: 'a member',
}

/** Describes a report, or the withdrawal of one, for the queue of waiting writes. */
export const waitingWriteForReport = (
  kind: AbuseKind,
  id: number,
  on: boolean,
): WaitingWriteDescription => ({
  about: aboutReport(kind, id),
  words: `Your report of ${namesOfKinds[kind]}${on ? '' : ', taken back'}`,
  on,
  repeatable: true,
})

/** Returns a function that takes a report back. The thing is shown again before the server responds. */
export function useWithdrawReport() {
  const toast = useToast()
  const { revalidate } = useRevalidator()
  return async (kind: AbuseKind, id: number) => {
    setLocalReport(kind, id, false)
    try {
      const waits = waitingWriteForReport(kind, id, false)
      const { kept } = await sendOrKeep('DELETE /abuse-reports', { kind, id }, waits)
      if (kept !== undefined) return
      // Data that was loaded in the meantime doesn't include the thing, so it is loaded again.
      setLocalReport(kind, id, false)
      toast({ text: 'Your report is taken back.', about: `${kind} ${id}` })
      await forceRevalidation(revalidate)
    } catch (problem) {
      setLocalReport(kind, id, true)
      toast({ text: asApiError(problem).message, tone: 'bad' })
    }
  }
}
