import { useState } from 'react'
import Copy from 'virtual:icons/link'
import ShareSign from 'virtual:icons/share'
import { api } from '#platform/web/api/api.ts'
import { useHydrated } from '#platform/web/stored.ts'
import { Button } from '#platform/web/ui/button.tsx'
import css from './members.module.css'

/** Buttons for the device's share sheet, if it has one, and to copy the address. Each successful use is counted. */
export function ShareButtons({
  userId,
  userName,
  onShared,
}: {
  userId: number
  userName: string
  onShared: (count: number) => void
}) {
  const [said, setSaid] = useState('')
  const canShare = useHydrated() && 'share' in navigator
  // A member who joins by this link is counted as a referral.
  const address = () => new URL(`/user/${userId}?referrer=${userId}`, location.origin).href

  const count = () =>
    api('POST /share', {}).then(
      ({ shareCount }) => onShared(shareCount),
      // Counting failed, but the link was shared, so no error is shown.
      () => {},
    )

  const open = async () => {
    setSaid('')
    try {
      await navigator.share({ title: `${userName}’s favorites`, url: address() })
      await count()
    } catch (problem) {
      if ((problem as Error).name !== 'AbortError') setSaid('Sharing didn’t work. Copy the link.')
    }
  }

  const copy = async () => {
    setSaid('')
    try {
      await navigator.clipboard.writeText(address())
      setSaid('Link copied.')
      await count()
    } catch {
      setSaid(`Here is your link: ${address()}`)
    }
  }

  return (
    <div className={css.share}>
      {canShare && (
        <Button icon={<ShareSign />} onClick={() => void open()}>
          Share Your Page
        </Button>
      )}
      <Button
        variant={canShare ? 'secondary' : 'primary'}
        icon={<Copy />}
        onClick={() => void copy()}
      >
        {canShare ? 'Copy page URL' : 'Share Your Page'}
      </Button>
      <output className={css.said}>{said}</output>
    </div>
  )
}
