import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { Button } from '#platform/web/ui/button.tsx'
import { ConfirmDialog } from '#platform/web/ui/overlay/dialog.tsx'
import { useCall } from '#platform/web/api/use-call.ts'
import css from './members.module.css'

type Props = {
  userId: number
  userName: string
  youBlocked: boolean
  /** Called after a block, which also ends following. */
  onBlocked: () => void
}

/** A button at the bottom of a member's page to block them, after a confirmation, or to unblock them. */
export function BlockMember({ userId, userName, youBlocked, onBlocked }: Props) {
  const [asking, setAsking] = useState(false)
  const block = useCall('POST /follow/block')
  const unblock = useCall('DELETE /follow/block')
  const { busy, error } = youBlocked ? unblock : block
  const { revalidate } = useRevalidator()

  const change = async () => {
    const done = await (youBlocked ? unblock : block).run({ userId })
    setAsking(false)
    if (done && !youBlocked) onBlocked()
    if (done) await revalidate()
  }

  return (
    <div className={css.middle}>
      <p className="quiet">
        <output>{youBlocked && `You have blocked ${userName}.`}</output>
      </p>
      <Button
        variant="quiet"
        size="small"
        busy={busy}
        onClick={() => (youBlocked ? void change() : setAsking(true))}
      >
        {youBlocked ? `Unblock ${userName}` : `Block ${userName}`}
      </Button>
      <p role="alert" className="problem">
        {error?.message}
      </p>
      <ConfirmDialog
        open={asking}
        title={`Block ${userName}?`}
        yes="Block"
        no="Back"
        danger
        busy={busy}
        onYes={() => void change()}
        onNo={() => setAsking(false)}
      >
        <p>
          Neither of you can follow the other any more, and you get no more notices of what they do.
          Your account page lists the members that you have blocked.
        </p>
      </ConfirmDialog>
    </div>
  )
}
