import { type ComponentType, lazy } from 'react'
import type { Card, ShownCard } from '#features/items/contract.ts'
import type { Input } from '#platform/contract/wire.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { ConfirmDialog } from '#platform/web/ui/overlay/dialog.tsx'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import { useCall } from '#platform/web/api/use-call.ts'
import { ChangeCategoryDialog } from './change-category.tsx'
import { RenameDishDialog, EditReasonDialog, AdjustUpvotesDialog } from './edit-text.tsx'
import { TagsDialog } from './tags-dialog.tsx'

const PhotoDialog = lazy(() => import('#features/photos/editor/photo-dialog.tsx'))

export type CardYolo = Card['yolos'][number]
export type YoloEditProps = {
  card: ShownCard
  yolo: CardYolo
  onClose: () => void
  /** Called after a change. Closes the settings and reloads the page's data. */
  onDone: () => void
}

function PhotoAction({ yolo, onClose, onDone }: YoloEditProps) {
  const toast = useToast()
  return (
    <PhotoDialog
      yoloId={yolo.id}
      begin={yolo.image && `/api/yolo-image/${yolo.image}`}
      onSaved={() => {
        toast('Photo saved.')
        onDone()
      }}
      onLeave={onClose}
    />
  )
}

const RemovePhotoAction = (props: YoloEditProps) => (
  <Confirm
    {...props}
    title="Remove photo"
    yes="Remove"
    route="DELETE /yolo-image/:yoloId/image"
    input={{ yoloId: props.yolo.id }}
    done="Photo removed."
    text="its review and tags stay."
  />
)

const DeleteAction = (props: YoloEditProps) => (
  <Confirm
    {...props}
    title="Delete Yolo"
    yes="Delete"
    route="DELETE /yolos/delete/:yoloId"
    input={{ yoloId: props.yolo.id }}
    done="Yolo deleted."
    text="its review, tags and photo go too."
  />
)

type Removal = 'DELETE /yolo-image/:yoloId/image' | 'DELETE /yolos/delete/:yoloId'
type ConfirmProps = YoloEditProps & {
  title: string
  yes: string
  route: Removal
  input: Input<Removal>
  /** What to say afterwards. */
  done: string
  /** Tells the member what else is deleted and what stays. */
  text: string
}

function Confirm({ title, yes, route, input, done, text, card, onClose, onDone }: ConfirmProps) {
  const { run, busy, error } = useCall(route)
  const toast = useToast()
  const confirm = async () => {
    if (!(await run(input))) return
    toast(done)
    onDone()
  }
  return (
    <ConfirmDialog
      open
      danger
      title={title}
      yes={yes}
      no="Back"
      busy={busy}
      onYes={() => void confirm()}
      onNo={onClose}
    >
      <Banner tone="bad">{error?.message}</Banner>
      <p>Are you sure?</p>
      <p>
        {card.itemName}: {text}
      </p>
    </ConfirmDialog>
  )
}

const actions = {
  text: EditReasonDialog,
  name: RenameDishDialog,
  category: ChangeCategoryDialog,
  tags: TagsDialog,
  photo: PhotoAction,
  'no-photo': RemovePhotoAction,
  upvotes: AdjustUpvotesDialog,
  delete: DeleteAction,
} satisfies Record<string, ComponentType<YoloEditProps>>
export type YoloEditName = keyof typeof actions

export default function YoloActionDialog({
  action,
  ...props
}: YoloEditProps & { action: YoloEditName }) {
  const Shown = actions[action]
  return <Shown {...props} />
}
