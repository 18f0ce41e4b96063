import type { RefObject } from 'react'
import { useLostEntriesText } from '#features/contests/my-contests.ts'
import { discardPhotoUpload } from '#features/photos/sending/send-kept.ts'
import type { RefusalDetails } from '#platform/contract/wire.ts'
import { useCall } from '#platform/web/api/use-call.ts'
import { useScreenData } from '#platform/web/screen.tsx'
import { isAnythingUnsaved } from '#platform/web/unsaved.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { useLeaveQuestion } from '#platform/web/ui/overlay/confirm-leave.tsx'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { RadioGroup } from '#platform/web/ui/form/radio-group.tsx'
import { Panel } from '#platform/web/ui/list/card.tsx'
import { Row, Stack } from '#platform/web/ui/page/layout.tsx'
import { useIsDeletionWaiting } from '../waiting-deletion.ts'
import { changeDraft, type SavedYolo } from './draft.ts'
import { beginningPhoto } from './photo-of-draft.ts'
import { isOfDraft, isWizardShown, useReloadElsewhere } from './saved-elsewhere.ts'
import type { loadWizard } from './loader.ts'
import { ChoiceText, useSteps } from './wizard.tsx'

export type ExistingYolo = RefusalDetails<'POST /yolos', 'quota_filled'>['yolos'][number]

type Props = {
  ref: RefObject<HTMLDivElement | null>
  yolos: ExistingYolo[]
  /** Name of the dish to be saved. */
  itemName: string
  /** The yolo that the new one replaces, or null if none is chosen yet. */
  out: ExistingYolo | null
  /** True if the member tried to save without a choice. */
  isMissing: boolean
  onChoose: (out: ExistingYolo) => void
  onOther: () => void
}

/** Shows the three yolos of a full category and asks which one the new one replaces. */
export function ReplaceYoloChoice({
  ref,
  yolos,
  itemName,
  out,
  isMissing,
  onChoose,
  onOther,
}: Props) {
  const isDeleted = useIsDeletionWaiting()
  return (
    <Stack gap={3}>
      <Banner tone="warn">Quota of 3 filled</Banner>
      <h2>Which one should go?</h2>
      <p>Choose the one that makes room for {itemName}, or another category.</p>
      <div ref={ref}>
        <RadioGroup
          legend="Which one should go?"
          legendHidden
          stacked
          options={yolos.map((yolo) => ({
            value: yolo.id,
            label: (
              <ChoiceText name={yolo.itemName}>
                {yolo.restaurantName}
                {isDeleted(yolo) && ' · You deleted it. That isn’t sent yet.'}
              </ChoiceText>
            ),
          }))}
          value={out?.id ?? null}
          onChange={(id) => onChoose(yolos.find((yolo) => yolo.id === id)!)}
        />
      </div>
      <Banner tone="bad">{isMissing && !out && 'Choose which one should go.'}</Banner>
      <div>
        <Button variant="quiet" onClick={onOther}>
          Choose another category
        </Button>
      </div>
    </Stack>
  )
}

/** Says what is deleted when the new favorite is saved, next to the button that saves it. */
export const WhatGoes = ({ out }: { out: ExistingYolo | null }) => (
  <output>{out && <Goes out={out} />}</output>
)

function Goes({ out }: { out: ExistingYolo }) {
  const entries = useLostEntriesText({ yoloId: out.id })
  return (
    <>
      {out.itemName} goes when you save, with its review, tags and photo. {entries} You can undo it
      for some minutes.
    </>
  )
}

/** Says which favorite the saved one replaced, and offers to undo that. */
export function UndoReplace({ saved }: { saved: SavedYolo }) {
  const { replaced, id, itemName } = saved
  const { go } = useSteps()
  const toast = useToast()
  const reloadElsewhere = useReloadElsewhere()
  const { run, busy, error } = useCall('POST /yolos/:yoloId/restore')
  // A photo that is chosen on this step is lost with it.
  const { leave, question } = useLeaveQuestion(isAnythingUnsaved, () => void undo())
  if (!replaced || id === 0) return null
  async function undo() {
    if (!replaced) return
    if (!(await run({ yoloId: replaced.id, insteadOf: id }))) {
      if (!(isWizardShown() && isOfDraft(saved)))
        toast({ text: `${replaced.itemName} isn’t back, and ${itemName} stays.`, tone: 'bad' })
      return
    }
    await discardPhotoUpload(id).catch(() => {})
    toast(`${replaced.itemName} is one of your three again, and ${itemName} isn’t.`)
    reloadElsewhere()
    if (!isOfDraft(saved)) return
    // The photo was deleted with the favorite, but one that was taken at the beginning is still on the device.
    const photo = beginningPhoto()
    changeDraft({ saved: null, sent: false, photo })
    if (isWizardShown()) go('yolo', true)
  }
  return (
    <Panel tone="sunken" tight>
      <p>{replaced.itemName} made room for it.</p>
      <Banner tone="bad">{error?.message}</Banner>
      <Row>
        <Button variant="secondary" size="small" busy={busy} onClick={leave}>
          Undo
        </Button>
      </Row>
      {question}
    </Panel>
  )
}

/** Warns early that the category is full. The last step asks which yolo to replace. */
export function QuotaNotice() {
  const { filled } = useScreenData<typeof loadWizard>()
  const { go } = useSteps()
  return (
    <Banner
      tone="warn"
      action={
        <Button variant="quiet" size="small" onClick={() => go('category')}>
          Choose another category
        </Button>
      }
    >
      {filled &&
        `Quota of 3 filled: ${filled.map(({ itemName }) => itemName).join(', ')}. You choose which one goes when you save.`}
    </Banner>
  )
}
