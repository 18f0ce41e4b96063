import { useState, type FormEvent } from 'react'
import type * as itemCalls from '#features/items/contract.ts'
import { isNear, nameKey } from '#features/items/names.ts'
import { SimilarDishes } from '#features/items/similar/similar-dishes.tsx'
import { singularNoun } from '#domain/vocabulary/category-nouns.ts'
import { refusal } from '#platform/web/refusal.ts'
import { useLoaded } from '#platform/web/screen.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Chip, Chips } from '#platform/web/ui/list/chip.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { TryAgain } from '#platform/web/try-again.tsx'
import { useLoad } from '#platform/web/use-load.ts'
import { nameItem, useDraft } from './draft.ts'
import { characters } from '#platform/text/characters.ts'
import { textLimit } from '#domain/text-limit.ts'
import { QuotaNotice } from './quota-notice.tsx'
import { SameDish } from './same-dish.tsx'
import type { loadWizard } from './loader.ts'
import { useSteps, WizardStep } from './wizard.tsx'
import css from './wizard.module.css'

/** So many letters say which dishes may be meant. */
const least = 2

export type OfferedItem = Pick<itemCalls.Card, 'id' | 'itemName' | 'used'> &
  Partial<Pick<itemCalls.Card, 'gone'>>

export function ItemStep() {
  const { items } = useLoaded<typeof loadWizard>()
  const { restaurant, categoryId, itemId, itemName } = useDraft()
  const { next } = useSteps()
  const [offered, setOffered] = useState<OfferedItem[]>([])
  const { load, busy } = useLoad('GET /restaurant-items')
  if (!restaurant || !categoryId) return null

  const known: OfferedItem[] = items?.data ?? []
  const name = itemName.trim()
  const left = textLimit - characters(name)
  const same = known.find((item) => nameKey(item.itemName) === nameKey(name))
  const wrong =
    left < 0
      ? `At most ${textLimit} characters.`
      : same?.used
        ? 'This is one of your favorites already.'
        : null

  const choose = (item: OfferedItem) => {
    nameItem(item.itemName, item.id)
    setOffered([])
    next()
  }
  const goOn = async (event: FormEvent) => {
    event.preventDefault()
    if (wrong || !name || busy) return
    if (itemId) return next()
    if (same) return choose(same)
    const near = known.filter((item) => isNear(item.itemName, name))
    if (near.length > 0) return setOffered(near)
    // One that came meanwhile; where it can't be asked the saving decides.
    const { placeId } = restaurant
    const { error } = await load({ placeId, itemName: name, category: categoryId })
    const there = refusal(error, 'GET /restaurant-items', 'item_exists')?.item
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
        <QuotaNotice />
        <TryAgain failed={items?.failed} />
        {known.length > 0 && (
          <section className={css.choices}>
            <h2>On the list already</h2>
            <Chips label="On the list already">
              {known.map((item) => (
                <Chip
                  key={item.id}
                  pressed={item.id === itemId}
                  disabled={item.used}
                  onClick={() => choose(item)}
                >
                  {item.itemName}
                  {item.used && <small>Your favorite</small>}
                </Chip>
              ))}
            </Chips>
          </section>
        )}
        <Field
          label="NAME OF MENU ITEM?"
          limit={textLimit}
          autoComplete="off"
          autoCapitalize="words"
          enterKeyHint="next"
          value={itemName}
          error={wrong}
          onChange={({ target }) => nameItem(target.value)}
        />
        <SimilarDishes
          placeId={restaurant.placeId}
          category={categoryId}
          typed={itemId || left < 0 || name.length < least ? null : name}
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
