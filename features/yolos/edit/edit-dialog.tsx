import { type ReactNode, type SyntheticEvent, useId } from 'react'
import { useRevalidator } from 'react-router'
import type { Input, Output, Route } from '#platform/contract/wire.ts'
import { forceRevalidation } from '#platform/web/navigation/forced-revalidation.ts'
import { useCall } from '#platform/web/api/use-call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx'
import { useConfirmLeave } from '#platform/web/ui/overlay/confirm-leave.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import { useUndoToast } from '#platform/web/ui/overlay/undo-toast.ts'
import type { YoloEdit } from '../waiting-edits.ts'
import type { YoloEditProps } from './actions.tsx'

/** Returns a function that closes a dialog and, if its page `isStale`, loads the page again. */
export function useCloseStale(isStale: boolean, onClose: () => void): () => void {
  const { revalidate } = useRevalidator()
  return () => {
    onClose()
    if (isStale) void forceRevalidation(revalidate)
  }
}

/** Returns a sentence to add if the member's upvote of the dish was withdrawn; otherwise an empty string. */
export const withdrawnText = ({ voteWithdrawn }: { voteWithdrawn: boolean }) =>
  voteWithdrawn ? ' Your upvote of it is withdrawn: a favorite counts by itself.' : ''

type Props<R extends Route> = Pick<YoloEditProps, 'onClose' | 'onDone' | 'reload'> & {
  title: string
  /** Key of the changed thing, such as `yolo 7`. A later change with the same key removes the Undo. */
  about: string
  /** The change in words, such as `New words for Pie`. Shown while the change waits for a network. */
  words: string
  /** What the change sets, shown while it waits. */
  sets?: YoloEdit
  /** Called if the change waits. */
  onKept?: () => void
  route: R
  /** The input to send, or null while it is incomplete. */
  input: Input<R> | null
  /** True if something was typed that would be lost. */
  isChanged: boolean
  /** Takes the change back. `stood` is what stood before it, where that isn't what the page showed. */
  undo: (stood: ReturnType<typeof useCall<R>>['standing'], made: Output<R>) => Promise<unknown>
  saved: (answer: Output<R>) => string
  /** Keys of the input whose fields show their own errors, so that the banner doesn't repeat them. */
  fields: readonly string[]
  /** What saving would do that isn't obvious, with the labels of both buttons. It is shown before the member saves. */
  warning?: { text: string; keep: string; save: string } | null
  /** The fields. What is typed while `busy` would be lost, so they are read-only then. */
  children: (errors: Record<string, string>, clear: () => void, busy: boolean) => ReactNode
}

/** A dialog that edits one thing about a favorite, such as its text or name, and then offers to undo the change. */
export function EditDialog<R extends Route>(props: Props<R>) {
  const form = useId()
  const { title, route, input, undo, saved, fields, warning, children, onDone, reload } = props
  const { run, busy, error, fields: errors, clear, changedText, standing } = useCall(route)
  const undoable = useUndoToast(props.about, reload)
  const close = useCloseStale(changedText !== null || error?.status === 404, props.onClose)
  const { leave, question } = useConfirmLeave(props.isChanged, close, busy)
  const save = async (event: SyntheticEvent) => {
    event.preventDefault()
    const { about, words, sets } = props
    const onKept = () => {
      props.onKept?.()
      props.onClose()
    }
    const waits = { about, words, ...(sets && { sets }), onKept }
    const answer = input && (await run(input, { waits }))
    if (!answer) return
    undoable(saved(answer), () => undo(standing, answer))
    onDone()
  }
  return (
    <Dialog
      open
      onlyClosedByButtons
      title={title}
      onClose={leave}
      actions={
        <>
          <Button variant="secondary" onClick={warning && !busy ? close : leave}>
            {warning?.keep ?? 'Back'}
          </Button>
          <Button type="submit" form={form} busy={busy} busyLabel="Saving…">
            {warning?.save ?? 'Save Yolo'}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void save(event)}>
        <Stack>
          <Banner tone="bad">{fields.some((key) => errors[key]) ? null : error?.message}</Banner>
          <Banner tone="warn">{changedText}</Banner>
          {children(errors, clear, busy)}
          <Banner tone="warn">{warning?.text}</Banner>
        </Stack>
      </form>
      {question}
    </Dialog>
  )
}
