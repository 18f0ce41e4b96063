import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { countWithNoun, pluralize } from '#platform/text/plural.ts'
import { useCall } from '#platform/web/api/use-call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { ConfirmDialog } from '#platform/web/ui/overlay/confirm-dialog.tsx'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'

type Props = { member: { id: number; userName: string }; standing: number }

/** Undoes all that stands of a member's corrections after a confirmation. Shown only if there is any. */
export function UndoCorrections({ member: { id, userName }, standing }: Props) {
  const [open, setOpen] = useState(false)
  const { run, busy } = useCall('POST /admin/members/:id/undo-corrections')
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const box = useRef<HTMLSpanElement>(null)
  const undo = async () => {
    const done = await run({ id })
    setOpen(false)
    if (!done) return
    const { undone, reopened } = done
    const again = `${countWithNoun(reopened, 'proposal')} of others ${pluralize(reopened, 'waits', 'wait')} for an admin.`
    toast({
      text: `${countWithNoun(undone, 'correction')} undone.${reopened > 0 ? ` ${again}` : ''}`,
    })
    await revalidate()
    // The button that had the focus is gone.
    box.current?.focus()
  }
  return (
    <span ref={box} tabIndex={-1}>
      {standing > 0 && (
        <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
          Undo corrections ({standing})
        </Button>
      )}
      <ConfirmDialog
        open={open}
        title={`Undo ${countWithNoun(standing, 'correction')} of ${userName}?`}
        yes="Yes"
        no="No"
        danger
        busy={busy}
        onYes={() => void undo()}
        onNo={() => setOpen(false)}
      >
        <p>
          Those that they proposed or agreed with, that still stand, and that no admin took over.
          What stood before stands again. What another member proposed and they only agreed with
          waits for an admin.
        </p>
      </ConfirmDialog>
    </span>
  )
}
