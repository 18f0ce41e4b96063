import { useState } from 'react'
import { Trash2 as Trash } from 'lucide-react'
import { loadOriginal } from '#features/photos/editor/load-original.ts'
import { usePictureEditor } from '#features/photos/editor/use-photo-editor.tsx'
import type { Output } from '#platform/contract/wire.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { ConfirmDialog } from '#platform/web/ui/overlay/confirm-dialog.tsx'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx'
import { useCall } from '#platform/web/api/use-call.ts'

type Props = {
  removable: boolean
  onChanged: (version: string | null) => void
  onLeave: () => void
}

const target = { path: '/user/avatar/upload', named: 'avatar' } as const

/** Dialog in which members choose, crop and upload their own picture, or remove it. It is open while it is mounted. */
export function AvatarDialog({ removable, onChanged, onLeave }: Props) {
  const toast = useToast()
  const { body, actions, leave } = usePictureEditor<Output<'POST /user/avatar/upload'>>({
    target,
    aspect: 1,
    stored: removable
      ? (signal) => loadOriginal('GET /user/avatar/original', {}, signal)
      : undefined,
    onSaved: (saved) => {
      if (!saved) return
      toast('Your picture is saved.')
      onChanged(saved.avatar)
    },
    onLeave,
  })
  const removal = useCall('DELETE /user/avatar')
  const [asking, setAsking] = useState(false)
  const remove = async () => {
    const removed = await removal.run({})
    setAsking(false)
    if (!removed) return
    toast('Your picture is removed.')
    onChanged(null)
  }
  return (
    <>
      <Dialog
        open={!asking}
        onlyClosedByButtons
        shape="full"
        title="Your picture"
        onClose={leave}
        actions={actions}
      >
        <Banner tone="bad">{removal.error?.message}</Banner>
        {body}
        {removable && (
          <p>
            <Button variant="quiet" icon={<Trash />} onClick={() => setAsking(true)}>
              Remove my picture
            </Button>
          </p>
        )}
      </Dialog>
      <ConfirmDialog
        open={asking}
        danger
        title="Remove your picture?"
        yes="Remove"
        no="Back"
        busy={removal.busy}
        onYes={() => void remove()}
        onNo={() => setAsking(false)}
      >
        Others see a drawn one in its place.
      </ConfirmDialog>
    </>
  )
}
