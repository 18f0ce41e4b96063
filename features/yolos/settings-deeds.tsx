import { lazy } from 'react'
import type { Card } from '#features/items/contract.ts'
import type * as photos from '#features/photos/contract.ts'
import { api } from '#platform/web/api.ts'
import { Banner } from '#platform/web/ui/banner.tsx'
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx'
import { useToast } from '#platform/web/ui/toast.tsx'
import { useCall } from '#platform/web/use-call.ts'
import { AddTagsDialog } from './add-tags-dialog.tsx'
import type * as yolos from './edit.contract.ts'
import { CategoryDeed } from './settings-category.tsx'
import { NameDeed, TextDeed, UpvotesDeed } from './settings-words.tsx'
import { useUndo } from './use-undo.ts'

const PhotoDialog = lazy(() =>
  import('#features/photos/photo-dialog.tsx').then((file) => ({ default: file.PhotoDialog })),
)

export type Yolo = Card['yolos'][number]
export type Deed =
  | 'text'
  | 'name'
  | 'category'
  | 'tags'
  | 'photo'
  | 'no-photo'
  | 'upvotes'
  | 'delete'
export type DeedProps = {
  card: Card
  yolo: Yolo
  onClose: () => void
  /** Something changed: the settings close, and what is shown is read again. */
  onDone: () => void
  /** It changed back later, when the settings may be open for something else. */
  reload: () => void
}

export default function Deeds({ deed, ...props }: DeedProps & { deed: Deed }) {
  if (deed === 'text') return <TextDeed {...props} />
  if (deed === 'name') return <NameDeed {...props} />
  if (deed === 'category') return <CategoryDeed {...props} />
  if (deed === 'upvotes') return <UpvotesDeed {...props} />
  if (deed === 'photo') return <PhotoDeed {...props} />
  if (deed === 'no-photo') return <RemovePhotoDeed {...props} />
  if (deed === 'delete') return <DeleteDeed {...props} />
  return <TagsDeed {...props} />
}

function TagsDeed({ card, yolo, onClose, onDone }: DeedProps) {
  const toast = useToast()
  const saved = () => {
    toast('Your tags are saved.')
    onDone()
  }
  return (
    <AddTagsDialog
      open
      yoloId={yolo.id}
      category={card.categoryId}
      onClose={onClose}
      onSaved={saved}
    />
  )
}

function PhotoDeed({ yolo, onClose, onDone }: DeedProps) {
  const toast = useToast()
  const saved = () => {
    toast('Photo saved.')
    onDone()
  }
  return <PhotoDialog yoloId={yolo.id} onSaved={saved} onLeave={onClose} />
}

function RemovePhotoDeed({ card, yolo, onClose, onDone }: DeedProps) {
  const { run, busy, error } = useCall<typeof photos.removePhoto>('DELETE /yolo-image/:yoloId')
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
      <p>{card.itemName}: its words and tags stay.</p>
    </ConfirmDialog>
  )
}

function DeleteDeed({ card, yolo, onClose, onDone, reload }: DeedProps) {
  const { run, busy, error } = useCall<typeof yolos.deleteYolo>('DELETE /yolos/delete/:yoloId')
  const undoable = useUndo(reload)
  const remove = async () => {
    const { id: yoloId } = yolo
    if (!(await run({ yoloId }))) return
    undoable('Yolo deleted.', () =>
      api<typeof yolos.restoreYolo>('POST /yolos/:yoloId/restore', { yoloId }),
    )
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
      <p>{card.itemName}: its words, tags and photo go with it.</p>
    </ConfirmDialog>
  )
}
