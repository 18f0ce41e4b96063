import { useEffect, useRef } from 'react'
import type { Handle } from '#platform/web/screen.tsx'
import { CategoryStep } from './steps/step-category.tsx'
import { CityStep } from './steps/step-city.tsx'
import { DoneStep } from './steps/step-done.tsx'
import { DishStep } from './steps/step-dish.tsx'
import { LoginStep } from './steps/step-login.tsx'
import { RestaurantStep } from './steps/step-restaurant.tsx'
import { TagsStep } from './steps/step-tags.tsx'
import { UploadStep } from './steps/step-upload.tsx'
import { ReviewStep } from './steps/step-review.tsx'
import { loadWizard } from './loader.ts'
import { stepHeadingId, useSteps } from './wizard.tsx'

export const handle: Handle = {
  title: 'Add a favorite',
  description: 'Save one of your top three, so that others find it.',
  browserOnly: true,
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
}

export function Component() {
  const { step } = useSteps()
  const shown = useRef(step)
  useEffect(() => {
    const first = document.querySelector<HTMLElement>('main [data-autofocus]')
    if (first) first.focus()
    else if (shown.current !== step)
      document.getElementById(stepHeadingId)?.focus({ preventScroll: true })
    shown.current = step
  }, [step])
  const Shown = screens[step]
  return <Shown />
}
