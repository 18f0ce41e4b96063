import { useId } from 'react'
import { countWithNoun } from '#platform/text/plural.ts'
import { Chip, Chips } from '#platform/web/ui/list/chip.tsx'
import { useSuggestions } from '#platform/web/ui/form/combobox.tsx'
import { useLoad } from '#platform/web/api/use-load.ts'
import type { Output } from '#platform/contract/wire.ts'
import css from './similar-dishes.module.css'

type SimilarDish = Output<'GET /items/similar'>[number]

type Props = {
  placeId: string
  category: number
  /** The field's value. Null while nothing should be offered. */
  typed: string | null
  onTake: (dish: SimilarDish) => void
  /** Returns a dish as it is offered. */
  offered?: (dish: SimilarDish) => SimilarDish
}

/**
 * Offers dishes with names similar to the one that is being typed, below its field. If they can't be loaded, nothing is
 * offered and no error is shown, because the NEXT button compares the name again.
 */
export function SimilarDishes({
  placeId,
  category,
  typed,
  onTake,
  offered = (dish) => dish,
}: Props) {
  const heading = useId()
  const { load } = useLoad('GET /items/similar')
  // A restaurant that was chosen without a network may be known by our id only.
  const place = Number(placeId) ? { restaurantId: Number(placeId) } : { placeId }
  const { items } = useSuggestions(typed, (itemName) => load({ ...place, category, itemName }))
  const title = items.length === 1 ? 'Is it this one?' : 'Is it one of these?'
  return (
    <div className={css.room}>
      {items.length > 0 && (
        <section className={css.offer} aria-labelledby={heading}>
          <h2 id={heading}>{title}</h2>
          <Chips>
            {items.map(offered).map((dish) => (
              <Chip key={dish.id} disabled={dish.used} onClick={() => onTake(dish)}>
                {dish.itemName}
                <small>
                  {dish.used ? 'Your favorite' : countWithNoun(dish.upvoteCount, 'upvote')}
                </small>
              </Chip>
            ))}
          </Chips>
        </section>
      )}
      <span className="visually-hidden" aria-live="polite">
        {items.length > 0 && `${title} ${items.map(({ itemName }) => itemName).join(', ')}`}
      </span>
    </div>
  )
}
