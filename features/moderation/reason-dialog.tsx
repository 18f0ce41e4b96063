import { type SyntheticEvent, useId, useState } from 'react'
import { countCharacters } from '#platform/text/characters.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { TextArea } from '#platform/web/ui/form/text-area.tsx'
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
  optional?: boolean
  busy: boolean
  error: string | null
  onSend: (reason: string) => void
  onClose: () => void
}

/** Asks an admin for the reason of a decision. */
export function ReasonDialog(props: Props) {
  const { title, button, hint, optional = false, busy, onSend, onClose } = props
  const form = useId()
  const [reason, setReason] = useState(props.reason)
  const [tried, setTried] = useState(false)
  const text = reason.trim()
  const wrong =
    (!optional && text === '' && 'Please fill this in.') ||
    (countCharacters(text) > maxReasonLength && `At most ${maxReasonLength} characters.`) ||
    null
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setTried(true)
    if (!wrong) onSend(text)
  }
  const back = () => (busy ? undefined : onClose())
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
          <Button type="submit" form={form} busy={busy}>
            {button}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit}>
        <Stack>
          <Banner tone="bad">{props.error}</Banner>
          <TextArea
            label="Reason"
            hint={hint}
            optional={optional}
            maxLength={maxReasonLength}
            value={reason}
            readOnly={busy}
            error={tried ? wrong : null}
            onChange={({ target }) => setReason(target.value)}
          />
        </Stack>
      </form>
    </Dialog>
  )
}
