import { lazy } from 'react'
import type { Card } from '#features/items/contract.ts'
import { api } from '#platform/web/api.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { ConfirmDialog, type ConfirmDialogProps } from '#platform/web/ui/overlay/confirm-dialog.tsx'
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

function RemovePhotoAction({ yolo, onDone, ...props }: ActionProps) {
  const { run, busy, error } = useCall('DELETE /yolo-image/:yoloId')
  const toast = useToast()
  const remove = async () => {
    if (!(await run({ yoloId: yolo.id }))) return
    toast('Photo removed.')
    onDone()
  }
  return (
    <Confirm
      {...props}
      title="Remove photo"
      yes="Remove"
      rest="its review and tags stay"
      busy={busy}
      error={error?.message}
      onYes={() => void remove()}
    />
  )
}

function DeleteAction({ yolo, onDone, reload, ...props }: ActionProps) {
  const { run, busy, error } = useCall('DELETE /yolos/delete/:yoloId')
  const undoable = useUndo(reload)
  const remove = async () => {
    const { id: yoloId } = yolo
    if (!(await run({ yoloId }))) return
    undoable('Yolo deleted.', () => api('POST /yolos/:yoloId/restore', { yoloId }))
    onDone()
  }
  return (
    <Confirm
      {...props}
      title="Delete Yolo"
      yes="Delete"
      rest="its review, tags and photo go too"
      busy={busy}
      error={error?.message}
      onYes={() => void remove()}
    />
  )
}

type ConfirmProps = Pick<ActionProps, 'card' | 'onClose'> &
  Pick<ConfirmDialogProps, 'title' | 'yes' | 'busy' | 'onYes'> & {
    /** What becomes of the rest. */
    rest: string
    error?: string
  }

const Confirm = ({ card, onClose, rest, error, title, yes, busy, onYes }: ConfirmProps) => (
  <ConfirmDialog
    open
    danger
    no="Back"
    onNo={onClose}
    title={title}
    yes={yes}
    busy={busy}
    onYes={onYes}
  >
    <Banner tone="bad">{error}</Banner>
    <p>Are you sure?</p>
    <p>
      {card.itemName}: {rest}.
    </p>
  </ConfirmDialog>
)
