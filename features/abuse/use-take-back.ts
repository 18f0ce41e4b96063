import { useRevalidator } from 'react-router'
import { api, asApiError } from '#platform/web/api/api.ts'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import type { AbuseKind } from './limits.ts'
import { setLocalReport } from './reported.ts'

/** Returns a function that takes a report back. The thing is shown again before the server responds. */
export function useWithdrawReport() {
  const toast = useToast()
  const { revalidate } = useRevalidator()
  return async (kind: AbuseKind, id: number) => {
    setLocalReport(kind, id, false)
    try {
      await api('DELETE /abuse-reports', { kind, id })
      // Data that was loaded in the meantime doesn't include the thing, so it is loaded again.
      setLocalReport(kind, id, false)
      toast({ text: 'Your report is taken back.', about: `${kind} ${id}` })
      await revalidate()
    } catch (problem) {
      setLocalReport(kind, id, true)
      toast({ text: asApiError(problem).message, tone: 'bad' })
    }
  }
}
