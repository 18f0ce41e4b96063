import { useState } from 'react'
import type { FailureDetails } from '#platform/contract/wire.ts'
import type { ApiError } from '#platform/web/api/api.ts'
import { useScreenData } from '#platform/web/screen.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Panel } from '#platform/web/ui/list/card.tsx'
import { ConfirmDialog } from '#platform/web/ui/overlay/confirm-dialog.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import type { loadWizard } from './loader.ts'
import css from './wizard.module.css'
import { useSteps } from './wizard.tsx'

export type ExistingYolo = FailureDetails<'POST /yolos', 'quota_filled'>['yolos'][number]

type Props = {
  yolos: ExistingYolo[]
  /** Name of the dish to be saved. */
  itemName: string
  busy: boolean
  /** The error of the last swap, if it failed. */
  error: ApiError | null
  onSwap: (outId: number) => void
  /** Called when the member chooses a yolo to replace, to clear the error of the last attempt. */
  onChoose: () => void
  onOther: () => void
}

/** Shows the three yolos of a full category and asks which one to replace. */
export function QuotaFilled({ yolos, itemName, busy, error, onSwap, onChoose, onOther }: Props) {
  const [outId, setOutId] = useState<number | null>(null)
  const out = yolos.find(({ id }) => id === outId)
  return (
    <Stack gap={3}>
      <Banner tone="warn">Quota of 3 filled</Banner>
      <h2>Which one should go?</h2>
      <p>Choose the one that makes room for {itemName}, or another category.</p>
      <ul className={css.standing} aria-label="Your three here">
        {yolos.map((yolo) => (
          <li key={yolo.id}>
            <Panel tight>
              <p className={css.place}>{yolo.itemName}</p>
              <p className={css.muted}>{yolo.restaurantName}</p>
              <Button
                variant="secondary"
                wide
                onClick={() => {
                  onChoose()
                  setOutId(yolo.id)
                }}
              >
                Replace <span className="visually-hidden">{yolo.itemName}</span>
              </Button>
            </Panel>
          </li>
        ))}
      </ul>
      <Button variant="quiet" onClick={onOther}>
        Choose another category
      </Button>
      <ConfirmDialog
        open={out !== undefined}
        title={`Replace ${out?.itemName} with ${itemName}?`}
        yes="Replace"
        no="Back"
        busy={busy}
        onYes={() => out && onSwap(out.id)}
        onNo={() => setOutId(null)}
      >
        <Banner tone="bad">{error?.message}</Banner>
        <p>{out?.itemName}: your words, tags and photo go with it.</p>
      </ConfirmDialog>
    </Stack>
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
