import { useState } from 'react'
import TagPanel from '#features/categories/tag-panel.tsx'
import { useCall } from '#platform/web/api/use-call.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { ConfirmDialog, Dialog } from '#platform/web/ui/overlay/dialog.tsx'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import { useConfirmLeave } from '#platform/web/ui/overlay/unsaved.tsx'
import type { YoloEditProps } from './actions.tsx'

/**
 * A dialog that adds and removes a yolo's tags, after a confirmation. The choice stays if the member answers No or the
 * request fails.
 */
export function TagsDialog({ card, yolo, onClose, onDone }: YoloEditProps) {
  // The page may be loaded again under the dialog.
  const [set] = useState(yolo.yoloTags.map(({ tagId }) => tagId))
  const [chosen, setChosen] = useState(set)
  const toast = useToast()
  const [sure, setSure] = useState(false)
  const { run, busy, error } = useCall('PUT /yolos/:id/tags')
  const isSame = chosen.length === set.length && set.every((tag) => chosen.includes(tag))
  const { leave, question } = useConfirmLeave(!isSame, onClose, busy)

  const save = async () => {
    const saved = await run({ id: yolo.id, tags: chosen }, chosen)
    if (!saved) return setSure(false)
    toast('Your tags are saved.')
    onDone()
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
            <Button disabled={isSame} busy={busy} busyLabel="Saving…" onClick={() => setSure(true)}>
              Save
            </Button>
          </>
        }
      >
        <Banner tone="bad">{error?.message}</Banner>
        <TagPanel category={card.categoryId} chosen={chosen} onChange={setChosen} />
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
