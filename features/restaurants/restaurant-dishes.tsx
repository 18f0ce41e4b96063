import { useState } from 'react'
import { layoutOf } from '#features/items/dish-card.tsx'
import type { Card } from '#features/items/contract.ts'
import { EditableDishCard } from '#features/yolos/own-dish.tsx'
import type { Output } from '#platform/contract/wire.ts'
import { useLoad } from '#platform/web/api/use-load.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { LoadMore } from '#platform/web/ui/list/pager.tsx'
import { useFocusOnFirstAdded } from '#platform/web/ui/list/use-added.ts'
import { EmptyState } from '#platform/web/ui/page/empty-state.tsx'
import { List } from '#platform/web/ui/page/layout.tsx'
import styles from './restaurant.module.css'

/** `from` is the number of better dishes, which are on earlier pages. `more` is whether later pages have others. */
export type DishesPage = Output<'GET /restaurants/:id'> & { from: number; more: boolean }

/** Number of dishes on a page. Rendering hundreds at once would hold up other requests (docs/safety.md, S30). */
const perPage = 50
/** Number of the restaurant's best dishes that are shown large. */
const large = 3

/** Returns the dishes of a page, counted from 1. A page after the last one is the first, so that old links work. */
export function pageOfDishes(found: Output<'GET /restaurants/:id'>, page: number): DishesPage {
  const asked = (page - 1) * perPage
  const from = asked < found.items.length ? asked : 0
  const end = from + perPage
  return { ...found, items: found.items.slice(from, end), from, more: found.items.length > end }
}

function useDishes({ restaurant, items: first, from, more: moreAtFirst }: DishesPage) {
  const [added, setAdded] = useState<Card[]>([])
  const [more, setMore] = useState(moreAtFirst)
  const { load, busy, error } = useLoad('GET /restaurants/:id')
  const focus = useFocusOnFirstAdded()
  const items = [...first, ...added]
  const end = from + items.length

  const loadMore = async () => {
    if (busy) return
    const { data } = await load({ id: restaurant.id })
    if (!data) return
    // Votes may have changed the order meanwhile.
    const shown = new Set(items.map(({ id }) => id))
    const rest = data.items.slice(from).filter(({ id }) => !shown.has(id))
    const next = rest.slice(0, perPage)
    setAdded([...added, ...next])
    setMore(rest.length > perPage)
    focus.setFirst(next[0]?.id ?? null)
  }
  const pager = (more || added.length > 0) && (
    <LoadMore
      shown={items.length}
      of={['dish', 'dishes']}
      more={more}
      busy={busy}
      error={error?.message ?? null}
      to={`/restaurant/${restaurant.id}?page=${Math.floor(end / perPage) + 1}`}
      onMore={() => void loadMore()}
    />
  )
  return { items, pager, propsOf: focus.propsOf }
}

export function Dishes(page: DishesPage) {
  const { restaurant, goneItems, from } = page
  const { items, pager, propsOf } = useDishes(page)
  return (
    <section className={styles.dishes} aria-labelledby="dishes">
      <h2 id="dishes">{restaurant.closed ? 'What members loved here' : 'What to order'}</h2>
      {items.length > 0 ? (
        <List ordered label="Dishes, best first">
          {items.map((card, index) => (
            <li key={card.id} {...propsOf(card.id)}>
              <EditableDishCard
                card={card}
                place={from + index + 1}
                layout={layoutOf(from + index, large)}
                atRestaurant
                first={index === 0}
              />
            </li>
          ))}
        </List>
      ) : (
        <EmptyState
          title="We're sorry, but there are no favorites saved at this restaurant yet."
          action={
            restaurant.closed ? null : (
              <LinkButton to={`/add-yolo?restaurant=${restaurant.id}`}>
                Add Your Favorites
              </LinkButton>
            )
          }
        />
      )}
      {pager}
      {goneItems.length > 0 && (
        <section className={styles.gone} aria-labelledby="gone">
          <h2 id="gone">No longer on the menu</h2>
          <List label="Dishes that are no longer on the menu">
            {goneItems.map((card) => (
              <li key={card.id}>
                <EditableDishCard card={card} layout="row" atRestaurant />
              </li>
            ))}
          </List>
        </section>
      )}
    </section>
  )
}
