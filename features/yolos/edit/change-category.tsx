import { useState } from 'react'
import { isSpecialUser } from '#domain/vocabulary/roles.ts'
import { categoryById, drinkCategories, foodCategories } from '#domain/vocabulary/categories.ts'
import { useLostEntriesText } from '#features/contests/my-contests.ts'
import { api } from '#platform/web/api/api.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Chip, Chips } from '#platform/web/ui/list/chip.tsx'
import { ConfirmDialog } from '#platform/web/ui/overlay/confirm-dialog.tsx'
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx'
import { useCall } from '#platform/web/api/use-call.ts'
import { useLoadOnChange } from '#platform/web/api/use-load.ts'
import { quota } from '#domain/quota.ts'
import type { YoloEditProps } from './actions.tsx'
import { useUndoToast } from '#platform/web/ui/overlay/undo-toast.ts'
import { withdrawnText } from './edit-dialog.tsx'
import { useSharedDishText } from './use-shared.ts'
import { yoloKey } from '../yolo-key.ts'

/** Offers the food or the drink categories, whichever group the yolo is in. The viewer's full ones are disabled. */
export function ChangeCategoryDialog({ card, yolo, onClose, onDone, reload }: YoloEditProps) {
  const [chosen, setChosen] = useState<number | null>(null)
  const full = useFull(yolo.userId)
  const shared = useSharedDishText(card)
  const entries = useLostEntriesText({ yoloId: yolo.id, category: chosen })
  const undoable = useUndoToast(yoloKey(yolo), reload)
  const { run, busy, error } = useCall('PUT /yolos/category')
  const group = categoryById(card.categoryId)?.group === 'drinks' ? drinkCategories : foodCategories

  const save = async () => {
    const { id: yoloId, yoloTags } = yolo
    const words = `${card.itemName}: to ${categoryById(chosen ?? 0)?.name}`
    const waits = { about: yoloKey(yolo), words, onKept: onClose }
    const moved = chosen ? await run({ yoloId, categoryId: chosen }, { waits }) : undefined
    if (!chosen || !moved) return setChosen(null)
    undoable(`Moved to ${categoryById(chosen)?.name}.${withdrawnText(moved)}`, () =>
      api('PUT /yolos/category', {
        yoloId,
        categoryId: card.categoryId,
        tags: yoloTags.map(({ tagId }) => tagId),
      }),
    )
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
        <Chips label="Categories">
          {group.map(({ id, name }) => (
            <Chip
              key={id}
              pressed={id === card.categoryId}
              disabled={id !== card.categoryId && full.includes(id)}
              onClick={() => (id === card.categoryId ? onClose() : setChosen(id))}
            >
              {name}
              {id !== card.categoryId && full.includes(id) && <small>Quota of 3 filled</small>}
            </Chip>
          ))}
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
        <p>Tags that {categoryById(chosen ?? 0)?.name} doesn’t have drop off.</p>
        {entries && <p>{entries}</p>}
        {shared && (
          <p>
            Your favorite becomes another dish there: {shared} with {card.itemName} among the{' '}
            {categoryById(card.categoryId)?.name}.
          </p>
        )}
      </ConfirmDialog>
    </>
  )
}

/**
 * Returns the viewer's full categories. Returns none for another member's yolo, because only the server knows theirs,
 * and none for user 20, who has no quota.
 */
function useFull(ownerId: number): number[] {
  const session = useSession()
  const own = session.id === ownerId && !isSpecialUser(session)
  // If the request fails, no category is disabled; the server refuses a full one in any case.
  const { data = [] } = useLoadOnChange('GET /user-categories', own ? {} : null)
  return data.filter(({ counter }) => counter >= quota).map((category) => category.id)
}
