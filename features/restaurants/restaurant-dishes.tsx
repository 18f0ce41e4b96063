import { layoutOf } from '#features/items/dish-card.tsx'
import type { Card } from '#features/items/contract.ts'
import { EditableDishCard } from '#features/yolos/own-dish.tsx'
import type { Output } from '#platform/contract/wire.ts'
import { useLoad } from '#platform/web/api/use-load.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { LoadMore } from '#platform/web/ui/list/pager.tsx'
import { useMorePages } from '#platform/web/ui/list/use-more-pages.ts'
import { EmptyState } from '#platform/web/ui/page/empty-state.tsx'
import { List } from '#platform/web/ui/page/layout.tsx'
import styles from './restaurant.module.css'

export type DishesPage = Output<'GET /restaurants/:id'>

/** Number of the restaurant's best dishes that are shown large. */
const large = 3

function useDishes({ restaurant, items: first, nextPage: nextAtFirst }: DishesPage) {
  const { load, busy, error } = useLoad('GET /restaurants/:id')
  const dishes = useMorePages<Card, number>(
    { entries: first, next: nextAtFirst },
    async (nextPage) => {
      const { data } = await load({ id: restaurant.id, page: nextPage })
      return data ? { entries: data.items, next: data.nextPage } : null
    },
  )
  const { entries: items, added, next: nextPage, loadMore, propsOf } = dishes
  const pager = (nextPage !== null || added.length > 0) && (
    <LoadMore
      shown={items.length}
      of={['dish', 'dishes']}
      more={nextPage !== null}
      busy={busy}
      error={error?.message ?? null}
      to={`/restaurant/${restaurant.id}?page=${nextPage}`}
      onMore={() => !busy && void loadMore()}
    />
  )
  return { items, pager, propsOf }
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
