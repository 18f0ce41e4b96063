import { type ComponentType, lazy, type ReactNode } from 'react'
import { useLostEntriesText } from '#features/contests/my-contests.ts'
import type { Card } from '#features/items/contract.ts'
import { waitsForRemovedPhoto } from '#features/photos/sending/keep-photo.ts'
import type { PhotoUploadResponse } from '#features/photos/sending/send.ts'
import type { Input, Route } from '#platform/contract/wire.ts'
import { api } from '#platform/web/api/api.ts'
import type { WaitingWriteDescription } from '#platform/web/queue/send-or-keep.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { ConfirmDialog } from '#platform/web/ui/overlay/confirm-dialog.tsx'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import { useCall } from '#platform/web/api/use-call.ts'
import { ChangeCategoryDialog } from './change-category.tsx'
import { useUndoToast } from '#platform/web/ui/overlay/undo-toast.ts'
import { RenameDishDialog, EditReasonDialog, AdjustUpvotesDialog } from './edit-text.tsx'
import { TagsDialog } from './tags-dialog.tsx'
import { waitsForDelete } from '../waits.ts'
import { yoloKey } from '../yolo-key.ts'

const PhotoDialog = lazy(() => import('#features/photos/editor/photo-dialog.tsx'))

export type CardYolo = Card['yolos'][number]
export type YoloEditProps = {
  card: Card
  yolo: CardYolo
  onClose: () => void
  /** Called after a change. Closes the settings and reloads the page's data. */
  onDone: () => void
  /**
   * Called after an undo. Reloads the page's data. Doesn't close the settings, because those that are open by then
   * might belong to another yolo.
   */
  reload: () => void
}

const actions = {
  text: EditReasonDialog,
  name: RenameDishDialog,
  category: ChangeCategoryDialog,
  tags: TagsAction,
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

/** Up to this number of members who saved a dish, it shows each tag that one of them gave (rules: tags). */
const eachCounts = 2

function TagsAction({ card, yolo, onClose, onDone }: YoloEditProps) {
  const toast = useToast()
  const saved = () => {
    const rule = card.yoloCount > eachCounts ? ' A tag shows on the dish once others agree.' : ''
    toast({ text: `Your tags are saved.${rule}`, about: yoloKey(yolo) })
    onDone()
  }
  return (
    <TagsDialog
      yoloId={yolo.id}
      itemName={card.itemName}
      category={card.categoryId}
      set={yolo.yoloTags.map(({ tagId }) => tagId)}
      ofDish={card.tags}
      onClose={onClose}
      onSaved={saved}
    />
  )
}

function PhotoAction({ card, yolo, onClose, onDone }: YoloEditProps) {
  const toast = useToast()
  const saved = (photo: PhotoUploadResponse | null) => {
    if (!photo) return onClose()
    toast({ text: 'Photo saved.', about: yoloKey(yolo) })
    onDone()
  }
  return (
    <PhotoDialog
      yoloId={yolo.id}
      itemName={card.itemName}
      hasPhoto={yolo.image !== null}
      onSaved={saved}
      onLeave={onClose}
    />
  )
}

function RemovePhotoAction({ card, yolo, onClose, onDone }: YoloEditProps) {
  const toast = useToast()
  const entries = useLostEntriesText({ yoloId: yolo.id, photo: true })
  return (
    <Confirm
      title="Remove photo"
      yes="Remove"
      route="DELETE /yolo-image/:yoloId"
      input={{ yoloId: yolo.id }}
      waits={waitsForRemovedPhoto(yolo.id, card.itemName)}
      onClose={onClose}
      onConfirmed={() => {
        toast({ text: 'Photo removed.', about: yoloKey(yolo) })
        onDone()
      }}
    >
      {card.itemName}: its review and tags stay. {entries}
    </Confirm>
  )
}

function DeleteAction({ card, yolo, onClose, onDone, reload }: YoloEditProps) {
  const yoloId = yolo.id
  const undoable = useUndoToast(yoloKey(yolo), reload)
  const entries = useLostEntriesText({ yoloId })
  const isOwn = yolo.userId === useSession().id
  return (
    <Confirm
      title="Delete Yolo"
      yes="Delete"
      route="DELETE /yolos/delete/:yoloId"
      input={{ yoloId }}
      waits={waitsForDelete(yoloId, card.itemName, isOwn ? card.id : undefined)}
      onClose={onClose}
      onConfirmed={() => {
        undoable('Yolo deleted.', () => api('POST /yolos/:yoloId/restore', { yoloId }))
        onDone()
      }}
    >
      {card.itemName}: its review, tags and photo go too. {entries}
    </Confirm>
  )
}

type ConfirmProps<R extends Route> = {
  title: string
  yes: string
  route: R
  input: Input<R>
  waits: WaitingWriteDescription
  onClose: () => void
  onConfirmed: () => void
  /** Tells the member what else is deleted and what stays. */
  children: ReactNode
}

function Confirm<R extends Route>(props: ConfirmProps<R>) {
  const { title, yes, route, input, waits, onClose, onConfirmed, children } = props
  const { run, busy, error } = useCall(route)
  const confirm = async () => {
    if (await run(input, { waits: { ...waits, onKept: onClose } })) onConfirmed()
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
      <p>{children}</p>
    </ConfirmDialog>
  )
}
