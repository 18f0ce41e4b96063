import type { ReactNode } from 'react'
import type { Input, Output, Route } from '#platform/contract/wire.ts'
import { asApiError } from '#platform/web/api/api.ts'
import { useCall } from '#platform/web/api/use-call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import type { ActionProps } from './actions.tsx'

/** Returns a function that shows a toast with an Undo button. `onUndone` is called once the undo has succeeded. */
export function useUndoEdit(onUndone: () => void) {
  const toast = useToast()
  const takeBack = async (undo: () => Promise<unknown>) => {
    try {
      await undo()
      toast('Undone.')
      onUndone()
    } catch (problem) {
      toast({ text: asApiError(problem).message, tone: 'bad' })
    }
  }
  return (text: string, undo: () => Promise<unknown>) =>
    toast({ text, action: { label: 'Undo', onPress: () => void takeBack(undo) } })
}

/** Returns a sentence to add if the member's upvote of the dish was withdrawn; otherwise an empty string. */
export const withdrawnText = ({ voteWithdrawn }: { voteWithdrawn: boolean }) =>
  voteWithdrawn ? ' Your upvote of it is withdrawn: a favorite counts by itself.' : ''

type Props<R extends Route> = Pick<ActionProps, 'onClose' | 'onDone' | 'reload'> & {
  title: string
  route: R
  /** The input to send, or null while it is incomplete. */
  input: Input<R> | null
  undo: () => Promise<unknown>
  saved: (answer: Output<R>) => string
  /** Keys of the input whose fields show their own errors, so that the banner doesn't repeat them. */
  fields: readonly string[]
  /** What saving would do that isn't obvious, with the words of both buttons. It is shown before the member saves. */
  warning?: { text: string; keep: string; save: string } | null
  children: (errors: Record<string, string>, clear: () => void) => ReactNode
}

/** A dialog that edits one text of a favorite. */
export function EditDialog<R extends Route>(props: Props<R>) {
  const { title, route, input, undo, saved, fields, warning, children } = props
  const { onClose, onDone, reload } = props
  const { run, busy, error, fields: errors, clear } = useCall(route)
  const undoable = useUndoEdit(reload)
  const save = async () => {
    const answer = input && (await run(input))
    if (!answer) return
    undoable(saved(answer), undo)
    onDone()
  }
  return (
    <Dialog
      open
      onlyClosedByButtons
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {warning?.keep ?? 'Back'}
          </Button>
          <Button busy={busy} busyLabel="Saving…" onClick={() => void save()}>
            {warning?.save ?? 'Save Yolo'}
          </Button>
        </>
      }
    >
      <Banner tone="bad">{fields.some((key) => errors[key]) ? null : error?.message}</Banner>
      {children(errors, clear)}
      <Banner tone="warn">{warning?.text}</Banner>
    </Dialog>
  )
}
