import type { FormEvent } from 'react'
import { maxTextLength } from '#domain/text-limit.ts'
import { singularNoun } from '#domain/vocabulary/category-nouns.ts'
import type * as itemCalls from '#features/items/contract.ts'
import { nameKey } from '#features/items/names.ts'
import { SimilarDishes } from '#features/items/similar-dishes.tsx'
import { lengthError } from '#platform/text/characters.ts'
import { refusalDetails } from '#platform/web/api/api.ts'
import { useScreenData } from '#platform/web/screen.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import { TryAgain } from '#platform/web/try-again.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Chip, Chips } from '#platform/web/ui/list/chip.tsx'
import { useLoad } from '#platform/web/api/use-load.ts'
import { changeDraft, useDraft } from '../draft.ts'
import type { loadWizard } from '../loader.ts'
import { useSteps, WizardStep } from '../wizard.tsx'

type OfferedItem = Pick<itemCalls.Card, 'id' | 'itemName' | 'used'>

export function DishStep() {
  const { items } = useScreenData<typeof loadWizard>()
  const { restaurant, categoryId, itemId, itemName } = useDraft()
  const { next } = useSteps()
  const { load, busy } = useLoad('GET /restaurant-items')
  if (!restaurant || !categoryId) return null

  const { placeId } = restaurant
  const itemsHere: OfferedItem[] = items?.data ?? []
  const name = itemName.trim()
  const same = itemsHere.find((item) => nameKey(item.itemName) === nameKey(name))
  const tooLong = lengthError(name, maxTextLength)
  const wrong = tooLong ?? (same?.used ? 'This is one of your favorites already.' : null)

  const choose = (item: OfferedItem) => {
    changeDraft({ itemName: item.itemName, itemId: item.id })
    next()
  }
  const goOn = async (event: FormEvent) => {
    event.preventDefault()
    if (wrong || !name || busy) return
    if (itemId) return next()
    if (same) return choose(same)
    // Someone might have added the dish meanwhile. If this fails, the server still checks when saving.
    const { error } = await load({ placeId, itemName: name, category: categoryId })
    const existing = refusalDetails(error, 'GET /restaurant-items', 'item_exists')?.item
    if (existing) choose(existing)
    else next()
  }
  return (
    <form noValidate onSubmit={(event) => void goOn(event)}>
      <WizardStep
        title={`Which ${singularNoun(categoryId)} at ${restaurant.name}?`}
        next={
          name && (
            <Button type="submit" busy={busy}>
              NEXT
            </Button>
          )
        }
      >
        <TryAgain message={items?.error} />
        <KnownItems items={itemsHere} chosen={itemId} onChoose={choose} />
        <Field
          label="NAME OF MENU ITEM?"
          limit={maxTextLength}
          autoComplete="off"
          autoCapitalize="words"
          enterKeyHint="next"
          value={itemName}
          error={wrong}
          onChange={({ target }) => changeDraft({ itemName: target.value, itemId: null })}
        />
        <SimilarDishes
          placeId={placeId}
          category={categoryId}
          typed={itemId || tooLong || name.length < 2 ? null : name}
          onTake={choose}
        />
      </WizardStep>
    </form>
  )
}

type KnownProps = {
  items: OfferedItem[]
  chosen: number | null
  onChoose: (item: OfferedItem) => void
}

function KnownItems({ items, chosen, onChoose }: KnownProps) {
  if (items.length === 0) return null
  return (
    <Stack gap={3}>
      <h2>On the list already</h2>
      <Chips label="On the list already">
        {items.map((item) => (
          <Chip
            key={item.id}
            pressed={item.id === chosen}
            disabled={item.used}
            onClick={() => onChoose(item)}
          >
            {item.itemName}
            {item.used && <small>Your favorite</small>}
          </Chip>
        ))}
      </Chips>
    </Stack>
  )
}
