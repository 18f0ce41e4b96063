import { categoryById } from '#domain/vocabulary/categories.ts'
import type { Output } from '#platform/contract/wire.ts'
import { numberText } from '#platform/text/plural.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { Rank } from '#platform/web/ui/list/rank.tsx'
import { InlineButton } from '#platform/web/ui/word-button.tsx'
import css from './dish.module.css'

type Dish = Output<'GET /items/:id'>

/** Shows a dish's rank in its city and at its restaurant, each with a link to the list. */
export function Ranks({ dish, onWhy }: { dish: Dish; onWhy: () => void }) {
  const { rank, restaurantRank, restaurantId, citySlug } = dish
  const category = categoryById(dish.categoryId)
  if (!category || (!rank && !restaurantRank)) return null
  return (
    <section className={css.ranks} aria-label="Where it ranks">
      {rank && (
        <p className={css.rank}>
          <Rank place={rank.place} size="small" />
          <span>
            of {numberText(rank.of)} ·{' '}
            <Link to={`/${category.slug}/${citySlug}`}>
              {category.name} near {rank.within.replace(/, US$/, '')}
            </Link>
          </span>
        </p>
      )}
      {restaurantRank && (
        <p className={css.rank}>
          <Rank place={restaurantRank.place} size="small" />
          <span>
            of {numberText(restaurantRank.of)} ·{' '}
            <Link to={`/restaurant/${restaurantId}`}>{restaurantRank.within}</Link>
          </span>
        </p>
      )}
      <p className={css.why}>
        <InlineButton onClick={onWhy}>Why this rank</InlineButton>
      </p>
    </section>
  )
}
