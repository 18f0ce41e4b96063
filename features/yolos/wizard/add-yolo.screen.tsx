import { useEffect, useRef } from 'react'
import { loadCropTool } from '#features/photos/editor/use-photo-editor.tsx'
import type { Handle } from '#platform/web/screen.tsx'
import { CategoryStep } from './steps/step-category.tsx'
import { CityStep } from './steps/step-city.tsx'
import { DoneStep } from './steps/step-done.tsx'
import { DishStep } from './steps/step-dish.tsx'
import { MenuStep } from './steps/step-menu.tsx'
import { NearStep } from './steps/step-near.tsx'
import { PhotoStep } from './steps/step-photo.tsx'
import { LoginStep } from './steps/step-login.tsx'
import { RestaurantStep } from './steps/step-restaurant.tsx'
import { TagsStep } from './steps/step-tags.tsx'
import { UploadStep } from './steps/step-upload.tsx'
import { ReviewStep } from './steps/step-review.tsx'
import { useSentSave } from './sent-save.ts'
import { loadWizard } from './loader.ts'
import { stepHeadingId, useSteps } from './wizard.tsx'

export const handle: Handle = {
  title: 'Add a favorite',
  description: 'Save one of your top three, so that others find it.',
  browserOnly: true,
  loadsOffline: true,
}

export const loader = loadWizard

const screens = {
  city: CityStep,
  name: RestaurantStep,
  category: CategoryStep,
  item: DishStep,
  tags: TagsStep,
  yolo: ReviewStep,
  upload: UploadStep,
  login: LoginStep,
  done: DoneStep,
  photo: PhotoStep,
  near: NearStep,
  menu: MenuStep,
}

export function Component() {
  const { step } = useSteps()
  const shown = useRef(step)
  useSentSave()
  // The crop tool is loaded now, because there may be no network by the step that needs it.
  useEffect(() => void loadCropTool().catch(() => {}), [])
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    document.getElementById(stepHeadingId)?.focus({ preventScroll: true })
  }, [step])
  const Shown = screens[step]
  return <Shown />
}
