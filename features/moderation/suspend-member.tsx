import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { privilegedUserIds } from '#domain/vocabulary/roles.ts'
import { useCall } from '#platform/web/api/use-call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { ConfirmDialog } from '#platform/web/ui/overlay/dialog.tsx'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import { kindTexts } from './kinds.ts'
import { ReasonDialog } from './reason-dialog.tsx'

type Props = { id: number; userName: string; suspended: boolean; reason?: string }

/** A button and dialog to suspend a member or to lift the suspension. Staff can't be suspended. */
export function SuspendMember({
  id,
  userName,
  suspended,
  reason = kindTexts.member.reason,
}: Props) {
  const [open, setOpen] = useState(false)
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const suspend = useCall('POST /admin/members/:id/suspension')
  const lift = useCall('DELETE /admin/members/:id/suspension')
  if (privilegedUserIds.includes(id)) return null
  const done = async (text: string) => {
    setOpen(false)
    toast({ text })
    await revalidate()
  }
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
        {suspended ? 'Lift the suspension' : 'Suspend'}
        <span className="visually-hidden"> of {userName}</span>
      </Button>
      {open && !suspended && (
        <ReasonDialog
          title={`Suspend ${userName}?`}
          button="Suspend"
          hint="It is mailed to the member, who can then only read, export and delete."
          reason={reason}
          busy={suspend.busy}
          error={suspend.error?.message ?? null}
          onSend={async (text) => {
            if (await suspend.run({ id, reason: text })) await done(`${userName} is suspended.`)
          }}
          onClose={() => setOpen(false)}
        />
      )}
      <ConfirmDialog
        open={open && suspended}
        title={`Lift the suspension of ${userName}?`}
        yes="Yes"
        no="No"
        busy={lift.busy}
        onYes={async () => {
          if (await lift.run({ id })) await done(`${userName} isn’t suspended any more.`)
        }}
        onNo={() => setOpen(false)}
      >
        <p>{lift.error?.message ?? 'What they did counts again at once.'}</p>
      </ConfirmDialog>
    </>
  )
}
