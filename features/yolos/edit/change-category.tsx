import { useState } from 'react'
import { isSpecialUser } from '#domain/vocabulary/roles.ts'
import { categoryById, drinkCategories, foodCategories } from '#domain/vocabulary/categories.ts'
import { useSession } from '#platform/web/session/session.ts'
import { TryAgain } from '#platform/web/try-again.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Chip, Chips } from '#platform/web/ui/list/chip.tsx'
import { ConfirmDialog, Dialog } from '#platform/web/ui/overlay/dialog.tsx'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import { useCall } from '#platform/web/api/use-call.ts'
import { useLoadOnChange } from '#platform/web/api/use-load.ts'
import { quota } from '#domain/quota.ts'
import type { YoloEditProps } from './actions.tsx'

/** Offers the food or the drink categories, whichever group the yolo is in. The viewer's full ones are disabled. */
export function ChangeCategoryDialog({ card, yolo, onClose, onDone }: YoloEditProps) {
  const [chosen, setChosen] = useState<number | null>(null)
  const { full, failed, retry } = useFull(yolo.userId)
  const toast = useToast()
  const { run, busy, error } = useCall('PUT /yolos/category')
  const isDrink = categoryById(card.categoryId)?.group === 'drinks'
  const offered = isDrink ? drinkCategories : foodCategories
  const nameOf = (id: number | null) => categoryById(id ?? 0)?.name

  const save = async () => {
    const moved = chosen && (await run({ yoloId: yolo.id, categoryId: chosen }))
    if (!moved) return setChosen(null)
    toast(`Moved to ${nameOf(chosen)}.`)
    onDone()
  }
  return (
    <>
      <Dialog
        open={chosen === null}
        title="Change Category"
        onClose={onClose}
        actions={
          <Button variant="secondary" onClick={onClose}>
            Back
          </Button>
        }
      >
        <Banner tone="bad">{error?.message}</Banner>
        <TryAgain message={failed && 'Failed to load'} onRetry={retry} />
        <Chips label="Categories">
          {(failed ? [] : offered).map(({ id, name }) => {
            const isNow = id === card.categoryId
            const isFull = !isNow && full.includes(id)
            return (
              <Chip
                key={id}
                pressed={isNow}
                disabled={isFull}
                onClick={() => (isNow ? onClose() : setChosen(id))}
              >
                {name}
                {isFull && <small>Quota of 3 filled</small>}
              </Chip>
            )
          })}
        </Chips>
      </Dialog>
      <ConfirmDialog
        open={chosen !== null}
        title="Are you sure you want to save?"
        yes="Yes"
        no="No"
        busy={busy}
        onYes={() => void save()}
        onNo={() => setChosen(null)}
      >
        <p>Tags that {nameOf(chosen)} doesn’t have drop off.</p>
      </ConfirmDialog>
    </>
  )
}

/**
 * Returns the viewer's full categories. Returns none for another member's yolo, because only the server knows theirs,
 * and none for user 20, who has no quota.
 */
function useFull(ownerId: number) {
  const session = useSession()
  const own = session.id === ownerId && !isSpecialUser(session)
  const { data = [], error, retry } = useLoadOnChange('GET /user-categories', own ? {} : null)
  const full = data.filter(({ counter }) => counter >= quota).map((category) => category.id)
  return { full, failed: error !== null, retry }
}
