import { useState } from 'react'
import { TagPanel } from '#features/categories/tag-panel.tsx'
import { useCall } from '#platform/web/use-call.ts'
import { Banner } from '#platform/web/ui/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Stack } from '#platform/web/ui/layout.tsx'
import type * as yolos from './contract.ts'

type Props = {
  open: boolean
  yoloId: number
  category: number
  onClose: () => void
  onSaved: () => void
}

/** Choose, then confirm; what was chosen stays when the answer is No or the saving fails. */
export function AddTagsDialog({ open, yoloId, category, onClose, onSaved }: Props) {
  const [chosen, setChosen] = useState<number[]>([])
  const [sure, setSure] = useState(false)
  const { run, busy, error } = useCall<typeof yolos.addMoreTags>('POST /add-more-tags/:yoloId')

  const save = async () => {
    const tags = chosen.map((tagId) => ({ tagId }))
    const saved = await run({ yoloId, tags }, { body: tags })
    setSure(false)
    if (saved) onSaved()
  }
  return (
    <>
      <Dialog
        open={open && !sure}
        onClose={onClose}
        title="Add tags"
        actions={
          <>
            <Button look="secondary" onClick={onClose}>
              Back
            </Button>
            <Button disabled={chosen.length === 0} onClick={() => setSure(true)}>
              Save
            </Button>
          </>
        }
      >
        <Stack>
          <Banner tone="bad">{error?.message}</Banner>
          <TagPanel category={category} chosen={chosen} onChange={setChosen} />
        </Stack>
      </Dialog>
      <ConfirmDialog
        open={open && sure}
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
