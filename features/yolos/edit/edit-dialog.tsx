import { type ReactNode, type SyntheticEvent, useId } from 'react'
import type { Input, Route } from '#platform/contract/wire.ts'
import { useCall } from '#platform/web/api/use-call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx'
import { useConfirmLeave } from '#platform/web/ui/overlay/unsaved.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import type { YoloEditProps } from './actions.tsx'

type Props<R extends Route> = Pick<YoloEditProps, 'onClose' | 'onDone'> & {
  title: string
  route: R
  /** The input to send, or null while it is incomplete. */
  input: Input<R> | null
  /** True if something was typed that would be lost. */
  isChanged: boolean
  /** What to say once it is saved. */
  saved: string
  /** Keys of the input whose fields show their own errors, so that the banner doesn't repeat them. */
  fields: readonly string[]
  /** The fields. What is typed while `busy` would be lost, so they are read-only then. */
  children: (errors: Record<string, string>, busy: boolean) => ReactNode
}

/** A dialog that edits one thing about a favorite, such as its text or name. */
export function EditDialog<R extends Route>(props: Props<R>) {
  const form = useId()
  const { title, route, input, saved, fields, children, onClose, onDone } = props
  const { run, busy, error, fields: errors, clear } = useCall(route)
  const toast = useToast()
  const { leave, question } = useConfirmLeave(props.isChanged, onClose, busy)
  const save = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (!input || !(await run(input))) return
    toast(saved)
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
          <Button variant="secondary" onClick={leave}>
            Back
          </Button>
          <Button type="submit" form={form} busy={busy} busyLabel="Saving…">
            Save Yolo
          </Button>
        </>
      }
    >
      <form id={form} noValidate onInput={clear} onSubmit={(event) => void save(event)}>
        <Stack>
          <Banner tone="bad">{fields.some((key) => errors[key]) ? null : error?.message}</Banner>
          {children(errors, busy)}
        </Stack>
      </form>
      {question}
    </Dialog>
  )
}
