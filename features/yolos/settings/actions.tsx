import { lazy } from 'react'
import type { Card } from '#features/items/contract.ts'
import { api } from '#platform/web/api.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { ConfirmDialog } from '#platform/web/ui/overlay/confirm-dialog.tsx'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import { useCall } from '#platform/web/use-call.ts'
import { TagsDialog } from './tags-dialog.tsx'
import { CategoryAction } from './change-category.tsx'
import { NameAction, TextAction, UpvotesAction } from './edit-text.tsx'
import { useUndo } from './use-undo.ts'

const PhotoDialog = lazy(() =>
  import('#features/photos/photo-dialog.tsx').then((file) => ({ default: file.PhotoDialog })),
)

export type Yolo = Card['yolos'][number]
export type Action =
  | 'text'
  | 'name'
  | 'category'
  | 'tags'
  | 'photo'
  | 'no-photo'
  | 'upvotes'
  | 'delete'
export type ActionProps = {
  card: Card
  yolo: Yolo
  onClose: () => void
  /** Something changed: the settings close, and what is shown is read again. */
  onDone: () => void
  /** It changed back later, when the settings may be open for something else. */
  reload: () => void
}

export default function Actions({ action, ...props }: ActionProps & { action: Action }) {
  if (action === 'text') return <TextAction {...props} />
  if (action === 'name') return <NameAction {...props} />
  if (action === 'category') return <CategoryAction {...props} />
  if (action === 'upvotes') return <UpvotesAction {...props} />
  if (action === 'photo') return <PhotoAction {...props} />
  if (action === 'no-photo') return <RemovePhotoAction {...props} />
  if (action === 'delete') return <DeleteAction {...props} />
  return <TagsAction {...props} />
}

function TagsAction({ card, yolo, onClose, onDone }: ActionProps) {
  const toast = useToast()
  const saved = () => {
    toast('Your tags are saved.')
    onDone()
  }
  return (
    <TagsDialog
      open
      yoloId={yolo.id}
      category={card.categoryId}
      set={yolo.yoloTags.map(({ tagId }) => tagId)}
      onClose={onClose}
      onSaved={saved}
    />
  )
}

function PhotoAction({ yolo, onClose, onDone }: ActionProps) {
  const toast = useToast()
  const saved = () => {
    toast('Photo saved.')
    onDone()
  }
  return (
    <PhotoDialog
      yoloId={yolo.id}
      hasPhoto={yolo.image !== null}
      onSaved={saved}
      onLeave={onClose}
    />
  )
}

function RemovePhotoAction({ card, yolo, onClose, onDone }: ActionProps) {
  const { run, busy, error } = useCall('DELETE /yolo-image/:yoloId')
  const toast = useToast()
  const remove = async () => {
    if (!(await run({ yoloId: yolo.id }))) return
    toast('Photo removed.')
    onDone()
  }
  return (
    <ConfirmDialog
      open
      danger
      title="Remove photo"
      yes="Remove"
      no="Back"
      busy={busy}
      onYes={() => void remove()}
      onNo={onClose}
    >
      <Banner tone="bad">{error?.message}</Banner>
      <p>Are you sure?</p>
      <p>{card.itemName}: its review and tags stay.</p>
    </ConfirmDialog>
  )
}

function DeleteAction({ card, yolo, onClose, onDone, reload }: ActionProps) {
  const { run, busy, error } = useCall('DELETE /yolos/delete/:yoloId')
  const undoable = useUndo(reload)
  const remove = async () => {
    const { id: yoloId } = yolo
    if (!(await run({ yoloId }))) return
    undoable('Yolo deleted.', () => api('POST /yolos/:yoloId/restore', { yoloId }))
    onDone()
  }
  return (
    <ConfirmDialog
      open
      danger
      title="Delete Yolo"
      yes="Delete"
      no="Back"
      busy={busy}
      onYes={() => void remove()}
      onNo={onClose}
    >
      <Banner tone="bad">{error?.message}</Banner>
      <p>Are you sure?</p>
      <p>{card.itemName}: its review, tags and photo go too.</p>
    </ConfirmDialog>
  )
}
