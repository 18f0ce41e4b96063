import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { api, asApiError } from '#platform/web/api.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { ConfirmDialog } from '#platform/web/ui/overlay/confirm-dialog.tsx'
import css from './members.module.css'

/** At the foot of a member's page, with a confirmation. */
export function BlockMember({
  userId,
  userName,
  youBlocked,
}: {
  userId: number
  userName: string
  youBlocked: boolean
}) {
  const [blocked, setBlocked] = useState(youBlocked)
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const { revalidate } = useRevalidator()

  const set = async (on: boolean) => {
    setBusy(true)
    setError('')
    try {
      if (on) await api('POST /follow/block', { userId })
      else await api('DELETE /follow/block', { userId })
      setBlocked(on)
      // A block ends the follow that stands above.
      await revalidate()
    } catch (problem) {
      setError(asApiError(problem).message)
    } finally {
      setBusy(false)
      setAsking(false)
    }
  }

  return (
    <div className={css.middle}>
      <p className={css.quiet}>
        <output>{blocked && `You have blocked ${userName}.`}</output>
      </p>
      <Button
        look="quiet"
        size="small"
        busy={busy}
        onClick={() => (blocked ? void set(false) : setAsking(true))}
      >
        {blocked ? `Unblock ${userName}` : `Block ${userName}`}
      </Button>
      <p role="alert" className={css.error}>
        {error}
      </p>
      <ConfirmDialog
        open={asking}
        title={`Block ${userName}?`}
        yes="Block"
        no="Back"
        danger
        busy={busy}
        onYes={() => void set(true)}
        onNo={() => setAsking(false)}
      >
        <p>
          Neither of you can follow the other any more, and you get no more notices of what they do.
        </p>
      </ConfirmDialog>
    </div>
  )
}
