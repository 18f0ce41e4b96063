import { Trash2 as Trash } from 'lucide-react'
import { useState } from 'react'
import { usePictureEditor } from '#features/photos/editor/use-photo-editor.tsx'
import { api } from '#platform/web/api/api.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { ConfirmDialog, Dialog } from '#platform/web/ui/overlay/dialog.tsx'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import { useCall } from '#platform/web/api/use-call.ts'

type Props = {
  /** The address of the member's own picture, or null. */
  stored: string | null
  onChanged: (version: string | null) => void
  onLeave: () => void
}

/** Dialog in which members choose, crop and upload their own picture, or remove it. It is open while it is mounted. */
export function AvatarDialog({ stored, onChanged, onLeave }: Props) {
  const toast = useToast()
  const { body, actions, leave } = usePictureEditor({
    send: (options) => api('POST /user/avatar/upload', {}, options),
    aspect: 1,
    begin: stored,
    onSaved: ({ avatar }) => {
      toast('Your picture is saved.')
      onChanged(avatar)
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
        {stored && (
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
