import { usePhotoEditor } from '#features/photos/editor/use-photo-editor.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { changeDraft, useDraft } from '../draft.ts'
import css from '../wizard.module.css'
import { useSteps, WizardStep } from '../wizard.tsx'

/** Offers to add a photo to the favorite, which is already saved. */
export function UploadStep() {
  const { saved, photo } = useDraft()
  const { go } = useSteps()
  const done = (image?: string) => {
    changeDraft({ photo: null, ...(saved && image && { saved: { ...saved, image } }) })
    go('done', true)
  }
  const { body, actions } = usePhotoEditor({
    yoloId: saved?.id ?? 0,
    begin: photo,
    onChosen: (chosen) => changeDraft({ photo: chosen }),
    onSaved: ({ image }) => done(image),
    onLeave: () => done(),
  })
  return (
    <WizardStep title="Add a photo?" noBack next={actions}>
      <Banner tone="good">Yolo added. A photo makes others hungry: add one now or later.</Banner>
      {body}
      <p className={css.muted}>DON’T SAVE leaves out only the photo: your favorite is saved.</p>
    </WizardStep>
  )
}
