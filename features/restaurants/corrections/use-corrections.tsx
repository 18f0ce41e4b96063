import { useState, type ReactNode } from 'react'
import { countWithNoun } from '#platform/text/plural.ts'
import type { Output } from '#platform/contract/wire.ts'
import { api, asApiError } from '#platform/web/api/api.ts'
import { ConfirmDialog } from '#platform/web/ui/overlay/confirm-dialog.tsx'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import { refetchLists } from '#features/admin/table/use-list-pages.ts'

export type WaitingCorrection = Output<'GET /admin/corrections'>['items'][number]

/** Settles corrections one after the other. A failure, such as a correction already settled, doesn't stop the rest. */
async function each(all: readonly WaitingCorrection[], settle: (id: number) => Promise<unknown>) {
  const done: WaitingCorrection[] = []
  let problem: string | null = null
  for (const one of all)
    try {
      await settle(one.id)
      done.push(one)
    } catch (error) {
      problem = asApiError(error).message
    }
  return { done, problem }
}

/** Applies corrections, with an Undo, or declines them after a confirmation. */
export function useCorrections() {
  const [asking, setAsking] = useState<readonly WaitingCorrection[] | null>(null)
  const [busy, setBusy] = useState(false)
  const toast = useToast()

  async function settle(
    all: readonly WaitingCorrection[],
    call: (id: number) => Promise<unknown>,
    word: string,
    back?: (done: readonly WaitingCorrection[]) => void,
  ) {
    setBusy(true)
    const { done, problem } = await each(all, call)
    setBusy(false)
    setAsking(null)
    if (problem) toast({ text: problem, tone: 'bad' })
    if (done.length > 0)
      toast({
        text: `${countWithNoun(done.length, 'correction')} ${word}.`,
        ...(back ? { action: { label: 'Undo', onPress: () => back(done) } } : {}),
      })
    await refetchLists()
  }

  const undo = (done: readonly WaitingCorrection[]) =>
    void settle(
      done,
      (id) => api('POST /corrections/:id/undo', { id, newestId: id }),
      'undone. What stood before stands again',
    )
  const takeOver = (all: readonly WaitingCorrection[]) =>
    void settle(all, (id) => api('POST /corrections/:id/agree', { id }), 'taken over', undo)
  const decline = (all: readonly WaitingCorrection[]) =>
    void settle(all, (id) => api('DELETE /corrections/:id', { id }), 'declined')

  const dialog: ReactNode = (
    <ConfirmDialog
      open={asking !== null}
      title={asking && `Decline ${countWithNoun(asking.length, 'correction')}?`}
      yes="Yes"
      no="No"
      danger
      busy={busy}
      onYes={() => asking && decline(asking)}
      onNo={() => setAsking(null)}
    >
      <p>What stands stays. Members can propose it again.</p>
    </ConfirmDialog>
  )
  return { takeOver, decline: setAsking, busy, dialog }
}
