import { useState, type FormEvent } from 'react'
import { maxTextLength } from '#domain/text-limit.ts'
import { singularNoun } from '#domain/vocabulary/category-nouns.ts'
import type * as itemCalls from '#features/items/contract.ts'
import { isSimilarName, nameKey } from '#features/items/names.ts'
import { SimilarDishes } from '#features/items/similar-dishes.tsx'
import { lengthError } from '#platform/text/characters.ts'
import { refusalDetails } from '#platform/web/api/refusal.ts'
import { useScreenData } from '#platform/web/screen.tsx'
import { TryAgain } from '#platform/web/try-again.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Chip, Chips } from '#platform/web/ui/list/chip.tsx'
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx'
import { useLoad } from '#platform/web/api/use-load.ts'
import { changeDraft, useDraft } from '../draft.ts'
import type { loadWizard } from '../loader.ts'
import css from '../wizard.module.css'
import { useSteps, WizardStep } from '../wizard.tsx'

/** Minimum number of typed characters for suggesting similar dishes. */
const least = 2

type OfferedItem = Pick<itemCalls.Card, 'id' | 'itemName' | 'used'> &
  Partial<Pick<itemCalls.Card, 'gone'>>

export function DishStep() {
  const { items } = useScreenData<typeof loadWizard>()
  const { restaurant, categoryId, itemId, itemName } = useDraft()
  const { next } = useSteps()
  const [offered, setOffered] = useState<OfferedItem[]>([])
  const { load, busy } = useLoad('GET /restaurant-items')
  if (!restaurant || !categoryId) return null

  const { placeId } = restaurant
  const itemsHere: OfferedItem[] = items?.data ?? []
  const name = itemName.trim()
  const same = itemsHere.find((item) => nameKey(item.itemName) === nameKey(name))
  const tooLong = lengthError(name, maxTextLength)
  const wrong = tooLong ?? (same?.used ? 'This is one of your favorites already.' : null)

  const choose = (item: OfferedItem) => {
    setOffered([])
    changeDraft({ itemName: item.itemName, itemId: item.id })
    next()
  }
  const goOn = async (event: FormEvent) => {
    event.preventDefault()
    if (wrong || !name || busy) return
    if (itemId) return next()
    if (same) return choose(same)
    const near = itemsHere.filter((item) => isSimilarName(item.itemName, name))
    if (near.length > 0) return setOffered(near)
    // Someone might have added the dish meanwhile. If this fails, the server still checks when saving.
    const { error } = await load({ placeId, itemName: name, category: categoryId })
    const there = refusalDetails(error, 'GET /restaurant-items', 'item_exists')?.item
    if (there) setOffered([there])
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
          typed={itemId || tooLong || name.length < least ? null : name}
          onTake={choose}
        />
      </WizardStep>
      <SameDish
        typed={name}
        items={offered}
        onTake={choose}
        onNew={() => {
          setOffered([])
          next()
        }}
        onBack={() => setOffered([])}
      />
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
    <section className={css.choices}>
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
    </section>
  )
}

type SameDishProps = {
  typed: string
  items: OfferedItem[]
  onTake: (item: OfferedItem) => void
  onNew: () => void
  onBack: () => void
}

/** Offers the restaurant's dishes of nearly the typed name, so that votes aren't split between two spellings. */
function SameDish({ typed, items, onTake, onNew, onBack }: SameDishProps) {
  return (
    <Dialog
      open={items.length > 0}
      onClose={onBack}
      title={items.length === 1 ? 'Is it this one?' : 'Is it one of these?'}
      actions={
        <>
          <Button variant="secondary" onClick={onBack}>
            BACK
          </Button>
          <Button variant="secondary" onClick={onNew}>
            No, it’s a different dish
          </Button>
        </>
      }
    >
      <p>You typed “{typed}”. This restaurant has:</p>
      <ul className={css.big} aria-label="Dishes of nearly this name">
        {items.map((item) => (
          <li key={item.id}>
            <Button wide disabled={item.used} onClick={() => onTake(item)}>
              <span className={css.line}>
                {item.itemName}
                {item.used && <small>Your favorite</small>}
                {item.gone && <small>Members say it’s no longer on the menu</small>}
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
