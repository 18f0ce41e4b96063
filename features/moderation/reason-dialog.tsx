import { type SyntheticEvent, useId, useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { TextArea } from '#platform/web/ui/form/field.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import { maxReasonLength } from './kinds.ts'

type Props = {
  title: string
  button: string
  hint: string
  /** What the field begins with. */
  reason: string
  /** The call that `onSend` makes. */
  call: { busy: boolean; error: { message: string } | null; fields: Record<string, string> }
  onSend: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** Asks an admin for the reason of a decision. The server says what is wrong with it. */
export function ReasonDialog({ title, button, hint, call, onSend, onClose, ...props }: Props) {
  const form = useId()
  const [reason, setReason] = useState(props.reason)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    void onSend(reason.trim())
  }
  const back = () => (call.busy ? undefined : onClose())
  return (
    <Dialog
      open
      onlyClosedByButtons
      title={title}
      onClose={back}
      actions={
        <>
          <Button variant="secondary" onClick={back}>
            Back
          </Button>
          <Button type="submit" form={form} busy={call.busy}>
            {button}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit}>
        <Stack>
          <Banner tone="bad">{!call.fields.reason && call.error?.message}</Banner>
          <TextArea
            label="Reason"
            hint={hint}
            maxLength={maxReasonLength}
            value={reason}
            readOnly={call.busy}
            error={call.fields.reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </Stack>
      </form>
    </Dialog>
  )
}
