import { useEffect, useMemo, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { Camera } from 'lucide-react'
import { FileButton, cameraInput, fileInput } from '#features/photos/editor/choose-photo.tsx'
import { useScreenData } from '#platform/web/screen.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import { changeDraft, currentDraft } from '../draft.ts'
import type { loadWizard } from '../loader.ts'
import { bringPhotoBack, forgetPhotoOf } from '../photo-of-draft.ts'
import { takePhoto } from '../take-photo.ts'
import css from '../wizard.module.css'
import { NextButton, useSteps, WizardStep } from '../wizard.tsx'

/** The first step of the quick way. Taking a photo opens the next step, so the member needn't also tap NEXT. */
export function PhotoStep() {
  const { photo, photoProblem } = useScreenData<typeof loadWizard>()
  const { next } = useSteps()
  const offerBack = useOfferBack()
  const taken = () => {
    if (photo) offerBack(photo, 'Your photo is replaced.')
    next()
  }
  const { take, busy, problem } = useTaking(taken, photoProblem)
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
          disabled={busy}
          onClick={() => {
            void forgetPhotoOf(currentDraft())
            changeDraft({ photo: null, sharesPhoto: false })
            if (photo) offerBack(photo, 'Your photo is gone.')
            next()
          }}
        >
          Without a photo
        </Button>
      </div>
    </WizardStep>
  )
}

/** Returns a function that offers to bring back the photo that the draft had, which one tap took away. */
function useOfferBack() {
  const toast = useToast()
  const { revalidate } = useRevalidator()
  return (jpeg: Blob, text: string) => {
    const instead = currentDraft().photo
    const bringBack = async () => {
      if (!(await bringPhotoBack(jpeg, instead)))
        return toast({ text: 'It’s too late to bring the photo back.', tone: 'bad' })
      toast('Your photo is back.')
      await revalidate()
    }
    const action = { label: 'Undo', onPress: () => void bringBack() }
    toast({ text, about: 'photo of the draft', action })
  }
}

/**
 * Takes photos, one at a time. `before` is the reason why a photo that another app shared couldn't be taken, if there
 * was one.
 */
function useTaking(onTaken: () => void, before: string | null) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState(before)
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  async function take(file: File | undefined) {
    if (!file) return
    setBusy(true)
    setProblem(null)
    const found = await takePhoto(file)
    setBusy(false)
    if (found) setProblem(found)
    // Its member may have gone to another page meanwhile, and isn't called back.
    else if (isShown.current) onTaken()
  }
  return { take, busy, problem }
}

function Preview({ photo }: { photo: Blob }) {
  const url = useMemo(() => URL.createObjectURL(photo), [photo])
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  return <img src={url} alt="The one you chose" className={css.preview} />
}
