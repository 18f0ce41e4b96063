import type { Card } from '#features/items/contract.ts'
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx'
import { Banner } from '#platform/web/ui/banner.tsx'
import { useToast } from '#platform/web/ui/toast.tsx'
import { useCall } from '#platform/web/use-call.ts'
import { AddTagsDialog } from './add-tags-dialog.tsx'
import type * as yolos from './edit.contract.ts'
import { CategoryDeed } from './settings-category.tsx'
import { NameDeed, TextDeed, UpvotesDeed } from './settings-words.tsx'

export type Deed = 'text' | 'name' | 'category' | 'tags' | 'upvotes' | 'delete'
export type DeedProps = {
  card: Card
  yolo: Card['yolos'][number]
  onClose: () => void
  /** Something changed: what is shown is to be read again. */
  onDone: () => void
}

export default function Deeds({ deed, ...props }: DeedProps & { deed: Deed }) {
  if (deed === 'text') return <TextDeed {...props} />
  if (deed === 'name') return <NameDeed {...props} />
  if (deed === 'category') return <CategoryDeed {...props} />
  if (deed === 'upvotes') return <UpvotesDeed {...props} />
  if (deed === 'delete') return <DeleteDeed {...props} />
  const { card, yolo, onClose, onDone } = props
  return (
    <AddTagsDialog
      open
      yoloId={yolo.id}
      category={card.categoryId}
      onClose={onClose}
      onSaved={onDone}
    />
  )
}

function DeleteDeed({ card, yolo, onClose, onDone }: DeedProps) {
  const { run, busy, error } = useCall<typeof yolos.deleteYolo>('DELETE /yolos/delete/:yoloId')
  const toast = useToast()
  const remove = async () => {
    if (!(await run({ yoloId: yolo.id }))) return
    toast('Yolo deleted.')
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
      <p>{card.itemName}: your words, tags and photo go with it.</p>
    </ConfirmDialog>
  )
}
