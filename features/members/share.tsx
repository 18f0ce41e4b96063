import { useState } from 'react'
import { Link as Copy, Share as ShareSign } from 'lucide-react'
import { useShareLink } from '#features/sharing/use-share-link.ts'
import { api } from '#platform/web/api/api.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Row } from '#platform/web/ui/page/layout.tsx'

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
  // A member who joins by this link is counted as a referral.
  const { canShare, open, copy } = useShareLink({
    path: `/user/${userId}?referrer=${userId}`,
    title: `${userName}’s favorites`,
  })

  const count = () =>
    api('POST /share', {}).then(
      ({ shareCount }) => onShared(shareCount),
      // Counting failed, but the link was shared, so no error is shown.
      () => {},
    )

  const share = async (by: typeof open) => {
    setSaid('')
    const { shared, text } = await by()
    setSaid(text)
    if (shared) await count()
  }

  return (
    <Row gap={2}>
      {canShare && (
        <Button icon={<ShareSign />} onClick={() => void share(open)}>
          Share Your Page
        </Button>
      )}
      <Button
        variant={canShare ? 'secondary' : 'primary'}
        icon={<Copy />}
        onClick={() => void share(copy)}
      >
        {canShare ? 'Copy page URL' : 'Share Your Page'}
      </Button>
      <output className="success">{said}</output>
    </Row>
  )
}
