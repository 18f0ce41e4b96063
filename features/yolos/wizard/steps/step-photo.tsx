import { useEffect, useState } from 'react'
import Camera from 'virtual:icons/camera'
import { FileButton, cameraInput, fileInput } from '#features/photos/editor/choose-photo.tsx'
import { useScreenData } from '#platform/web/screen.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { changeDraft, currentDraft } from '../draft.ts'
import type { loadWizard } from '../loader.ts'
import { forgetPhotoOf } from '../photo-of-draft.ts'
import { takePhoto } from '../take-photo.ts'
import css from '../wizard.module.css'
import { NextButton, useSteps, WizardStep } from '../wizard.tsx'

/** The first step of the quick way. Taking a photo opens the next step, so the member needn't also tap NEXT. */
export function PhotoStep() {
  const { photo, photoProblem } = useScreenData<typeof loadWizard>()
  const { next } = useSteps()
  const { take, busy, problem } = useTaking(next, photoProblem)
  const way = { onFile: (file: File | undefined) => void take(file), disabled: busy }
  return (
    <WizardStep
      title="Start with a photo"
      next={
        photo ? (
          <NextButton onClick={next} />
        ) : (
          <FileButton
            {...way}
            variant="primary"
            icon={<Camera />}
            busy={busy}
            busyLabel="Getting your photo ready…"
            input={cameraInput}
          >
            Take a photo
          </FileButton>
        )
      }
    >
      <p>Then choose where you are and what you had: that’s all.</p>
      <Banner tone="bad">{problem}</Banner>
      {photo && <Preview photo={photo} />}
      <div className={css.ways}>
        {photo && (
          <FileButton {...way} icon={<Camera />} busy={busy} input={cameraInput}>
            Take another
          </FileButton>
        )}
        <FileButton {...way} input={fileInput}>
          Choose a photo
        </FileButton>
        <Button
          variant="quiet"
          onClick={() => {
            void forgetPhotoOf(currentDraft())
            changeDraft({ photo: null, sharesPhoto: false })
            next()
          }}
        >
          Without a photo
        </Button>
      </div>
    </WizardStep>
  )
}

/**
 * Takes photos, one at a time. `before` is the reason why a photo that another app shared couldn't be taken, if there
 * was one.
 */
function useTaking(onTaken: () => void, before: string | null) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState(before)
  async function take(file: File | undefined) {
    if (!file) return
    setBusy(true)
    setProblem(null)
    const found = await takePhoto(file)
    setBusy(false)
    if (found) setProblem(found)
    else onTaken()
  }
  return { take, busy, problem }
}

function Preview({ photo }: { photo: Blob }) {
  const [url] = useState(() => URL.createObjectURL(photo))
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  return <img src={url} alt="The one you chose" className={css.preview} />
}
