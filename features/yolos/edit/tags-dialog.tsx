import { useState } from 'react'
import TagPanel from '#features/categories/tag-panel.tsx'
import type { ApiError } from '#platform/web/api/api.ts'
import { useCall } from '#platform/web/api/use-call.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { ConfirmDialog } from '#platform/web/ui/overlay/confirm-dialog.tsx'
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx'
import { useConfirmLeave } from '#platform/web/ui/overlay/confirm-leave.tsx'
import { useCloseStale } from './edit-dialog.tsx'
import type { YoloEdit } from '../waiting-edits.ts'
import { yoloKey } from '../yolo-key.ts'

type Props = {
  yoloId: number
  itemName: string
  category: number
  /** Ids of the tags that the yolo already has. */
  set: readonly number[]
  /** Ids of the tags that the dish shows (rules: tags), if they are known. */
  ofDish?: readonly number[]
  onClose: () => void
  onSaved: (tags: number[]) => void
  /** Called if the tags are kept on this device to be sent later. The dialog closes then, too. */
  onKept?: (tags: number[]) => void
}

const movedText =
  'Its category was changed elsewhere meanwhile, so these tags don’t fit any more. Go back to see its new ones.'

/** Whether a favorite was moved meanwhile: the dialog offers only tags of the category that its page shows. */
const isOfMoved = (error: ApiError | null) => error?.fields.tags !== undefined

function Notes({ error, changedText }: { error: ApiError | null; changedText: string | null }) {
  const isMoved = isOfMoved(error)
  return (
    <>
      <Banner tone="bad">{isMoved ? null : error?.message}</Banner>
      <Banner tone="warn">{isMoved ? movedText : changedText}</Banner>
    </>
  )
}

/**
 * A dialog that adds and removes a yolo's tags. It asks for confirmation only if saving removes a tag. The choice stays
 * if the member answers No or the request fails.
 */
export function TagsDialog(props: Props) {
  const { yoloId, itemName, category, ofDish, onClose, onSaved, onKept } = props
  // The page may be loaded again under the dialog. What it opened with is what its member saw.
  const [set] = useState(props.set)
  const [chosen, setChosen] = useState<number[]>([...set])
  const [sure, setSure] = useState(false)
  const { run, busy, error, changedText, standing } = useCall('PUT /yolos/:id/tags')

  const before = standing.tags ?? set
  const loses = before.some((tag) => !chosen.includes(tag))
  const same = !loses && chosen.length === before.length
  const isMoved = isOfMoved(error)
  const close = useCloseStale(isMoved || changedText !== null || error?.status === 404, onClose)
  const { leave, question } = useConfirmLeave(!same && !isMoved, close, busy)

  const save = async () => {
    const waits = {
      about: yoloKey({ id: yoloId }),
      words: `Tags of ${itemName}`,
      sets: { yoloTags: chosen.map((tagId) => ({ tagId })) } satisfies YoloEdit,
      onKept: () => {
        onKept?.(chosen)
        onClose()
      },
    }
    const saved = await run({ id: yoloId, tags: chosen, expected: { tags: [...set] } }, { waits })
    setSure(false)
    if (saved) onSaved(saved.yoloTags.map(({ tagId }) => tagId))
  }
  return (
    <>
      <Dialog
        open={!sure}
        onClose={leave}
        title={set.length > 0 ? 'Edit tags' : 'Add tags'}
        actions={
          <>
            <Button variant="secondary" onClick={leave}>
              Back
            </Button>
            <Button
              disabled={same || isMoved}
              busy={busy}
              busyLabel="Saving…"
              onClick={() => (loses ? setSure(true) : void save())}
            >
              Save
            </Button>
          </>
        }
      >
        <Notes error={error} changedText={changedText} />
        {ofDish && set.some((tag) => !ofDish.includes(tag)) && (
          <p>Some of your tags show on the dish only once others agree.</p>
        )}
        <TagPanel category={category} chosen={chosen} onChange={setChosen} />
      </Dialog>
      {question}
      <ConfirmDialog
        open={sure}
        title="Are you sure you want to save?"
        yes="Yes"
        no="No"
        busy={busy}
        onYes={() => void save()}
        onNo={() => setSure(false)}
      />
    </>
  )
}
