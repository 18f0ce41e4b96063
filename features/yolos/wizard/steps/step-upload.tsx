import { usePhotoEditor } from '#features/photos/editor/use-photo-editor.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { useBack } from '#platform/web/ui/overlay/close-on-back.ts'
import { changeDraft, useDraft, type SavedYolo } from '../draft.ts'
import { UndoReplace } from '../quota-filled.tsx'
import css from '../wizard.module.css'
import { useIsAskedAbout } from '../sent-save.ts'
import { useSteps, WizardStep } from '../wizard.tsx'

/** Offers to add a photo to the favorite, which is already saved. */
export function UploadStep() {
  const { saved } = useDraft()
  const { go } = useSteps()
  const isAskedAbout = useIsAskedAbout(saved)
  const done = () => go('done', true)
  const { body, actions, leave } = usePhotoEditor({
    yoloId: saved?.id ?? 0,
    itemName: saved?.itemName ?? '',
    after: saved?.waits,
    onSaved() {
      if (saved) changeDraft({ saved: { ...saved, photographed: true } })
      done()
    },
    onLeave: done,
  })
  // The form before this step is sent, so Back leads on to what tells that the favorite is saved.
  useBack(leave)
  return (
    <WizardStep title="Add a photo?" noBack next={actions}>
      <Banner tone={isAskedAbout ? 'warn' : 'good'}>
        {saved && savedText(saved, isAskedAbout)}
      </Banner>
      {saved && <UndoReplace saved={saved} />}
      {body}
      <p className={css.leaving}>
        DON’T SAVE leaves out only the photo: your favorite{' '}
        {saved?.waits === undefined ? 'is saved' : 'stays'}.
      </p>
    </WizardStep>
  )
}

function savedText({ itemName, waits }: SavedYolo, isAskedAbout: boolean): string {
  if (waits === undefined)
    return `${itemName} is saved. Add a photo to make others hungry, now or later.`
  const how = isAskedAbout
    ? 'couldn’t be saved, and needs your answer'
    : 'is kept on this device and sent once Yolo is open with a network'
  return `${itemName} ${how}. A photo goes with it.`
}
