import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { privilegedUserIds } from '#domain/vocabulary/roles.ts'
import { TextForm } from '#features/abuse/text-form.tsx'
import { maxHoldReasonLength } from '#features/holds/limits.ts'
import { api } from '#platform/web/api/api.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import type { MemberDetails } from './member.screen.tsx'

const acts = {
  hold: {
    button: 'Hold',
    label: 'Reason',
    hint: 'The member reads it on their page, and can answer once.',
    about:
      'Their votes, favorites and reports count for nothing, at once and until they are released. They stay shown.',
    send: (userId: number, reason: string) => api('POST /admin/holds', { userId, reason }),
  },
  release: {
    button: 'Release',
    label: 'Why',
    hint: 'Stands in the audit; the member doesn’t read it.',
    about: 'All that was set aside counts again, at once.',
    send: (userId: number, reason: string) =>
      api('DELETE /admin/holds/:userId', { userId, reason }),
  },
}

/** A button and dialog to hold or release a member. Staff can't be held. */
export function HoldMember({ member }: { member: MemberDetails['member'] }) {
  const { id, userName } = member
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  const opener = useRef<HTMLButtonElement>(null)
  const held = member.heldAt !== null
  const was = useRef(held)
  // After the change the button does the opposite, and gets the focus back from the closed dialog.
  useEffect(() => {
    if (was.current !== held) opener.current?.focus()
    was.current = held
  }, [held])
  if (privilegedUserIds.includes(id)) return null
  const { button, label, hint, about, send } = acts[held ? 'release' : 'hold']
  const close = () => (busy ? undefined : setOpen(false))
  return (
    <>
      <Button ref={opener} variant="secondary" size="small" onClick={() => setOpen(true)}>
        {button}
      </Button>
      <Dialog open={open} onlyClosedByButtons title={`${button} ${userName}?`} onClose={close}>
        <Stack>
          <p>{about}</p>
          <TextForm
            name="reason"
            label={label}
            hint={hint}
            optional={held}
            maxLength={maxHoldReasonLength}
            button={button}
            send={async (reason) => {
              setBusy(true)
              await send(id, reason).finally(() => setBusy(false))
              setOpen(false)
              await revalidate()
            }}
            onBack={close}
          />
        </Stack>
      </Dialog>
    </>
  )
}
