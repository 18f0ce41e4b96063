import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { privilegedUserIds } from '#domain/vocabulary/roles.ts'
import { useCall } from '#platform/web/api/use-call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { kindTexts } from './kinds.ts'
import { ReasonDialog } from './reason-dialog.tsx'

type Props = { id: number; userName: string; suspended: boolean; reason?: string }

/** A button that suspends a member for a reason, or lifts the suspension. Staff can't be suspended. */
export function SuspendMember({ id, userName, suspended, reason }: Props) {
  const [open, setOpen] = useState(false)
  const { revalidate } = useRevalidator()
  const suspend = useCall('POST /admin/members/:id/suspension')
  const lift = useCall('DELETE /admin/members/:id/suspension')
  if (privilegedUserIds.includes(id)) return null
  const onLift = async () => (await lift.run({ id })) && revalidate()
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        busy={lift.busy}
        onClick={() => (suspended ? void onLift() : setOpen(true))}
      >
        {suspended ? 'Lift the suspension' : 'Suspend'}
        <span className="visually-hidden"> of {userName}</span>
      </Button>
      <span role="alert">{lift.error?.message}</span>
      {open && (
        <ReasonDialog
          title={`Suspend ${userName}?`}
          button="Suspend"
          hint="It is mailed to the member, who can then only read, export and delete."
          reason={reason ?? kindTexts.member.reason}
          call={suspend}
          onSend={async (text) => {
            if (!(await suspend.run({ id, reason: text }))) return
            setOpen(false)
            await revalidate()
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
