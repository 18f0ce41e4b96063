import { useRevalidator } from 'react-router'
import { api, asApiError } from '#platform/web/api.ts'
import { forceRevalidation } from '#platform/web/forced-revalidation.ts'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import type { Kind } from './limits.ts'
import { noteReport } from './reported.ts'

/** Undo: shows the thing again before the server speaks. */
export function useTakeBack() {
  const toast = useToast()
  const { revalidate } = useRevalidator()
  return async (kind: Kind, id: number) => {
    noteReport(kind, id, false)
    try {
      await api('DELETE /abuse-reports', { kind, id })
      // What was loaded meanwhile came without it.
      noteReport(kind, id, false)
      await forceRevalidation(revalidate)
    } catch (problem) {
      noteReport(kind, id, true)
      toast({ text: asApiError(problem).message, tone: 'bad' })
    }
  }
}
