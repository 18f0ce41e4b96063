import { useLoaded } from '#platform/web/screen.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import type { loadWizard } from './loader.ts'
import { useSteps } from './wizard.tsx'

/** Said before anything is written; the last step asks which one goes. */
export function QuotaNotice() {
  const { filled } = useLoaded<typeof loadWizard>()
  const { go } = useSteps()
  return (
    <Banner
      tone="warn"
      action={
        <Button look="quiet" size="small" onClick={() => go('category')}>
          Choose another category
        </Button>
      }
    >
      {filled &&
        `Quota of 3 filled: ${filled.map(({ itemName }) => itemName).join(', ')}. You choose which one goes when you save.`}
    </Banner>
  )
}
