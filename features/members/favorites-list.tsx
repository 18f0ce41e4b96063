import { categories } from '#domain/vocabulary/categories.ts'
import { DishCard } from '#features/items/dish-card.tsx'
import { EditableDishCard } from '#features/yolos/own-dish.tsx'
import { EmptyState } from '#platform/web/ui/page/empty-state.tsx'
import { List, Stack } from '#platform/web/ui/page/layout.tsx'
import type { Favorite } from './contract.ts'
import css from './members.module.css'

type Props = {
  items: Favorite[]
  /** True on My Page, where each favorite has its settings. */
  own?: boolean
  empty?: React.ReactNode
}

/** A member's favorites by category, in the categories' usual order. */
export function FavoritesList({ items, own, empty }: Props) {
  const Card = own ? EditableDishCard : DishCard
  if (items.length === 0) return empty ?? <EmptyState title="No yolos." />
  const groups = categories
    .map(({ id, name }) => ({ id, name, cards: items.filter((card) => card.categoryId === id) }))
    .filter(({ cards }) => cards.length > 0)
  return (
    <Stack gap={5}>
      {groups.map(({ id, name, cards }, group) => (
        <section key={id} aria-labelledby={`category-${id}`} className={css.group}>
          <h2 id={`category-${id}`}>{name}</h2>
          <List label={name}>
            {cards.map((card, index) => (
              <li key={card.id}>
                <Card
                  card={card}
                  yolo={card.yolos[0]}
                  layout="row"
                  first={group === 0 && index === 0}
                />
              </li>
            ))}
          </List>
        </section>
      ))}
    </Stack>
  )
}
